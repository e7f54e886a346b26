package io.longhaul.probes.spec;

import io.longhaul.core.error.LonghaulException;
import java.net.InetSocketAddress;

/** The agent cannot run. */
public final class AgentException extends LonghaulException {
    private static final long serialVersionUID = 1L;

    private AgentException(String message, String advice, Throwable cause) {
        super(message, advice, cause);
    }

    public static AgentException cannotListen(InetSocketAddress address, Throwable cause) {
        return new AgentException(
                "The agent cannot listen on " + address.getHostString() + ":" + address.getPort() + ": "
                        + cause.getMessage() + ".",
                "Is another agent, or iperf3, running there? Port 0 takes any free one.",
                cause);
    }
}
