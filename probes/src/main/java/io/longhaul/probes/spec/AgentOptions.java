package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * How an agent runs. Immutable.
 *
 * @param bind where it listens; port zero takes any free one
 * @param token that clients must know; empty asks for none, which only a loopback address allows
 * @param openToIperf3 whether clients that cannot know a token, as iperf3, are served although there is one
 * @param limits what a client may have
 * @param patience how long a client may keep silent where it owes a message
 */
public record AgentOptions(
        InetSocketAddress bind,
        Optional<AccessToken> token,
        boolean openToIperf3,
        AgentLimits limits,
        Duration patience) {
    /** The port of iperf3, so that its clients find it. */
    public static final int DEFAULT_PORT = 5201;

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(15);

    /**
     * @throws InvalidInputException when the address is not of this machine only and no token is asked for
     */
    public AgentOptions {
        if (bind.isUnresolved()) {
            throw new InvalidInputException(
                    "The address to listen on (" + bind.getHostString() + ") is not known.",
                    "Give an address of this machine, or 0.0.0.0 for all.");
        }
        if (token.isEmpty() && !bind.getAddress().isLoopbackAddress()) {
            throw new InvalidInputException(
                    "The address to listen on (" + bind.getHostString()
                            + ") is open to the network and no token is asked for.",
                    "Give a token file, or set " + AccessToken.VARIABLE + ", or listen on 127.0.0.1.");
        }
        Checks.inRange("patience", patience, Duration.ofMillis(10), Duration.ofMinutes(10));
    }

    /** This machine only, no token, default limits. */
    public static AgentOptions onLoopback(int port) {
        return of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty());
    }

    public static AgentOptions of(InetSocketAddress bind, Optional<AccessToken> token) {
        return new AgentOptions(bind, token, false, AgentLimits.DEFAULT, DEFAULT_PATIENCE);
    }

    public AgentOptions withLimits(AgentLimits value) {
        return new AgentOptions(bind, token, openToIperf3, value, patience);
    }

    public AgentOptions withPatience(Duration value) {
        return new AgentOptions(bind, token, openToIperf3, limits, value);
    }

    public AgentOptions withOpenToIperf3(boolean value) {
        return new AgentOptions(bind, token, value, limits, patience);
    }
}
