package io.longhaul.probes.spec;

import io.longhaul.core.error.LonghaulException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** The agent cannot run. */
public final class AgentException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    private AgentException(String message, String advice, Throwable cause) {
        super(message, advice, cause);
    }

    private AgentException(String message, String advice) {
        super(message, advice);
    }

    public static AgentException cannotListen(InetSocketAddress address, Throwable cause) {
        return new AgentException(
                "The agent cannot listen on " + Addresses.show(address) + ": " + cause.getMessage() + ".",
                "Is another agent, or iperf3, running there? Port 0 takes any free one.",
                cause);
    }

    public static AgentException cannotLeaveToken(Path file, Throwable cause) {
        return new AgentException(
                "The token for this machine's coordinator cannot be left in " + file + ": " + cause.getMessage() + ".",
                "Name a file in a folder of your own: --admin-file FILE.",
                cause);
    }

    /** A coordinator's question was not answered. */
    public static AgentException noAnswer(String message) {
        return new AgentException(
                message, "Give the token of a coordinator: the agent leaves one with --admin-file FILE.");
    }
}
