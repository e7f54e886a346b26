package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * How an agent runs. Immutable.
 *
 * @param bind where it listens; port zero takes any free one
 * @param access who may use it, asked anew for each client; to be open to all is for a loopback address only
 * @param openToIperf3 whether clients that can neither know a token nor speak TLS, as iperf3, are served all the same
 * @param allowed where such clients may come from; empty is from everywhere
 * @param limits what a test may have
 * @param budget what all tests together may have
 * @param stampPort where a STAMP reflector listens beside it; zero takes any free port; empty starts none
 * @param stampKey that STAMP packets must be sealed with (RFC 8762, authenticated mode); empty reflects the unauthenticated mode
 * @param shortStamp whether STAMP requests shorter than their reply are answered also on an address that others reach
 * @param metricsPort where counters are told, on loopback; zero takes any free port; empty tells none
 * @param adminFile where a coordinator's token for this machine is left while the agent runs; empty leaves none
 * @param patience how long a client may keep silent where it owes a message
 */
public record AgentOptions(
        InetSocketAddress bind,
        Supplier<Access> access,
        boolean openToIperf3,
        List<AddressRange> allowed,
        AgentLimits limits,
        AgentBudget budget,
        OptionalInt stampPort,
        Optional<AccessToken> stampKey,
        boolean shortStamp,
        OptionalInt metricsPort,
        Optional<Path> adminFile,
        Duration patience) {
    /** The port of iperf3, so that its clients find it. */
    public static final int DEFAULT_PORT = 5201;

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(15);

    /**
     * @throws InvalidInputException when the address is not of this machine only and nobody is asked for anything
     */
    public AgentOptions {
        if (bind.isUnresolved()) {
            throw new InvalidInputException(
                    "The address to listen on (" + bind.getHostString() + ") is not known.",
                    "Give an address of this machine, or 0.0.0.0 for all.");
        }
        if (access.get().isOpen() && !bind.getAddress().isLoopbackAddress()) {
            throw new InvalidInputException(
                    "The address to listen on (" + bind.getHostString()
                            + ") is open to the network and neither a token nor a certificate is asked for.",
                    "Give a token file, or set " + AccessToken.VARIABLE
                            + ", or certificates for TLS, or listen on 127.0.0.1.");
        }
        Checks.inRange("patience", patience, Duration.ofMillis(10), Duration.ofMinutes(10));
        allowed = List.copyOf(allowed);
    }

    /** This machine only, no token, default limits. */
    public static AgentOptions onLoopback(int port) {
        return of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Optional.empty());
    }

    public static AgentOptions of(InetSocketAddress bind, Optional<AccessToken> token) {
        Access fixed = Access.of(token, Optional.empty());
        return of(bind, () -> fixed);
    }

    public static AgentOptions of(InetSocketAddress bind, Supplier<Access> access) {
        return new AgentOptions(
                bind,
                access,
                false,
                List.of(),
                AgentLimits.DEFAULT,
                AgentBudget.NONE,
                OptionalInt.empty(),
                Optional.empty(),
                false,
                OptionalInt.empty(),
                Optional.empty(),
                DEFAULT_PATIENCE);
    }

    public AgentOptions withTls(TlsIdentity value) {
        Access now = access.get();
        Access fixed = new Access(now.tokens(), Optional.of(value), now.names(), now.revoked());
        return withAccess(() -> fixed);
    }

    public AgentOptions withAccess(Supplier<Access> value) {
        return new AgentOptions(
                bind,
                value,
                openToIperf3,
                allowed,
                limits,
                budget,
                stampPort,
                stampKey,
                shortStamp,
                metricsPort,
                adminFile,
                patience);
    }

    public AgentOptions withLimits(AgentLimits value) {
        return new AgentOptions(
                bind,
                access,
                openToIperf3,
                allowed,
                value,
                budget,
                stampPort,
                stampKey,
                shortStamp,
                metricsPort,
                adminFile,
                patience);
    }

    public AgentOptions withBudget(AgentBudget value) {
        return new AgentOptions(
                bind,
                access,
                openToIperf3,
                allowed,
                limits,
                value,
                stampPort,
                stampKey,
                shortStamp,
                metricsPort,
                adminFile,
                patience);
    }

    public AgentOptions withPatience(Duration value) {
        return new AgentOptions(
                bind,
                access,
                openToIperf3,
                allowed,
                limits,
                budget,
                stampPort,
                stampKey,
                shortStamp,
                metricsPort,
                adminFile,
                value);
    }

    public AgentOptions withOpenToIperf3(boolean value) {
        return withOpenToIperf3(value, List.of());
    }

    /** To iperf3 clients from these addresses only; from everywhere when there are none. */
    public AgentOptions withOpenToIperf3(boolean value, List<AddressRange> from) {
        return new AgentOptions(
                bind,
                access,
                value,
                from,
                limits,
                budget,
                stampPort,
                stampKey,
                shortStamp,
                metricsPort,
                adminFile,
                patience);
    }

    public AgentOptions withStamp(int port) {
        return withStamp(OptionalInt.of(port), stampKey, shortStamp);
    }

    public AgentOptions withStampKey(AccessToken key) {
        return withStamp(stampPort, Optional.of(key), shortStamp);
    }

    public AgentOptions withShortStamp(boolean value) {
        return withStamp(stampPort, stampKey, value);
    }

    public AgentOptions withStamp(OptionalInt port, Optional<AccessToken> key, boolean answersShort) {
        return new AgentOptions(
                bind,
                access,
                openToIperf3,
                allowed,
                limits,
                budget,
                port,
                key,
                answersShort,
                metricsPort,
                adminFile,
                patience);
    }

    /** Tells counters at a port of loopback, and leaves a coordinator's token in a file. */
    public AgentOptions withOperator(OptionalInt metrics, Optional<Path> admin) {
        return new AgentOptions(
                bind,
                access,
                openToIperf3,
                allowed,
                limits,
                budget,
                stampPort,
                stampKey,
                shortStamp,
                metrics,
                admin,
                patience);
    }
}
