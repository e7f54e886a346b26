package io.longhaul.cli.command;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.measure.FailedMeasurement;

/** A probe that gave no number, as an error with its way out. */
final class ProbeFailedException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    ProbeFailedException(FailedMeasurement failure) {
        super(
                "The " + failure.kind().id() + " probe of " + failure.link() + " failed (" + failure.reason() + "): "
                        + failure.message(),
                advice(failure.reason()));
    }

    private static String advice(String reason) {
        return switch (reason) {
            case "connect-refused" -> "Start longhaul agent (or iperf3 -s) there, and check the port.";
            case "timed-out" ->
                "Check that the address is right, and that no firewall drops the packets;"
                        + " a busy agent may need longer (probe throughput --wait).";
            case "unknown-host" -> "Check the name, or give an address.";
            case "rejected" -> "Check the token, and the limits the agent was started with.";
            case "peer-closed" -> "The agent ended or was overloaded; see what it printed.";
            case "protocol-error" -> "What answers there is no longhaul agent; try --protocol iperf3.";
            default -> "Run it again; if it stays, see docs/probes.md.";
        };
    }
}
