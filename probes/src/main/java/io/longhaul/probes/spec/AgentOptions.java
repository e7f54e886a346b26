package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How an agent runs. Immutable.
 *
 * @param bind where it listens; port zero takes any free one
 * @param token that clients must know; empty asks for none, which only a loopback address allows
 * @param tls who this agent is for control over mutual TLS; empty serves plain control only
 * @param openToIperf3 whether clients that can neither know a token nor speak TLS, as iperf3, are served all the same
 * @param limits what a client may have
 * @param stampPort where a STAMP reflector listens beside it; zero takes any free port; empty starts none
 * @param stampKey that STAMP packets must be sealed with (RFC 8762, authenticated mode); empty reflects the unauthenticated mode
 * @param shortStamp whether STAMP requests shorter than their reply are answered also on an address that others reach
 * @param patience how long a client may keep silent where it owes a message
 */
public record AgentOptions(
        InetSocketAddress bind,
        Optional<AccessToken> token,
        Optional<TlsIdentity> tls,
        boolean openToIperf3,
        AgentLimits limits,
        OptionalInt stampPort,
        Optional<AccessToken> stampKey,
        boolean shortStamp,
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
        if (token.isEmpty() && tls.isEmpty() && !bind.getAddress().isLoopbackAddress()) {
            throw new InvalidInputException(
                    "The address to listen on (" + bind.getHostString()
                            + ") is open to the network and neither a token nor a certificate is asked for.",
                    "Give a token file, or set " + AccessToken.VARIABLE
                            + ", or certificates for TLS, or listen on 127.0.0.1.");
        }
        Checks.inRange("patience", patience, Duration.ofMillis(10), Duration.ofMinutes(10));
    }

    /** This machine only, no token, default limits. */
    public static AgentOptions onLoopback(int port) {
        return of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty());
    }

    public static AgentOptions of(InetSocketAddress bind, Optional<AccessToken> token) {
        return of(bind, token, Optional.empty());
    }

    /** With a token, or certificates, or both: then either lets in. */
    public static AgentOptions of(InetSocketAddress bind, Optional<AccessToken> token, Optional<TlsIdentity> tls) {
        return new AgentOptions(
                bind,
                token,
                tls,
                false,
                AgentLimits.DEFAULT,
                OptionalInt.empty(),
                Optional.empty(),
                false,
                DEFAULT_PATIENCE);
    }

    public AgentOptions withTls(TlsIdentity value) {
        return new AgentOptions(
                bind, token, Optional.of(value), openToIperf3, limits, stampPort, stampKey, shortStamp, patience);
    }

    public AgentOptions withLimits(AgentLimits value) {
        return new AgentOptions(bind, token, tls, openToIperf3, value, stampPort, stampKey, shortStamp, patience);
    }

    public AgentOptions withPatience(Duration value) {
        return new AgentOptions(bind, token, tls, openToIperf3, limits, stampPort, stampKey, shortStamp, value);
    }

    public AgentOptions withOpenToIperf3(boolean value) {
        return new AgentOptions(bind, token, tls, value, limits, stampPort, stampKey, shortStamp, patience);
    }

    public AgentOptions withStamp(int port) {
        return new AgentOptions(
                bind, token, tls, openToIperf3, limits, OptionalInt.of(port), stampKey, shortStamp, patience);
    }

    public AgentOptions withStampKey(AccessToken key) {
        return new AgentOptions(
                bind, token, tls, openToIperf3, limits, stampPort, Optional.of(key), shortStamp, patience);
    }

    public AgentOptions withShortStamp(boolean value) {
        return new AgentOptions(bind, token, tls, openToIperf3, limits, stampPort, stampKey, value, patience);
    }
}
