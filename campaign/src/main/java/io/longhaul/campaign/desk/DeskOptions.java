package io.longhaul.campaign.desk;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.HostPort;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How an agent takes orders. Immutable.
 *
 * @param bind where it listens, port zero takes any free one; empty where it only dials out
 * @param dial the coordinator that it dials, which then gives its orders over these connections; empty dials nobody
 * @param access who may give orders: who shows a coordinator's certificate or token; asked anew for each connection
 * @param site where the agent is; empty when it was not told
 * @param vmType of its VM; empty when it was not told
 * @param connections open at the same time
 * @param patienceSeconds how long a connection may be silent in the middle of a request, or without one
 */
public record DeskOptions(
        Optional<InetSocketAddress> bind,
        Optional<HostPort> dial,
        Supplier<Access> access,
        Optional<SiteId> site,
        Optional<String> vmType,
        int connections,
        int patienceSeconds) {
    private static final int CONNECTIONS = 256;
    private static final int PATIENCE_SECONDS = 30;

    /**
     * @throws InvalidInputException when others could reach it without TLS, or nobody would be asked for anything
     */
    public DeskOptions {
        Access now = access.get();
        Optional<String> elsewhere = bind.filter(
                        own -> own.getAddress() == null || !own.getAddress().isLoopbackAddress())
                .map(InetSocketAddress::getHostString);
        if (elsewhere.isPresent() && now.tls().isEmpty()) {
            throw new InvalidInputException(
                    "Orders from other machines (" + elsewhere.get() + ") are taken over TLS only.",
                    "Give --identity FOLDER, made by longhaul certs issue, or listen on 127.0.0.1.");
        }
        if (dial.isPresent() && now.tls().isEmpty()) {
            throw new InvalidInputException(
                    "The coordinator (" + dial.get() + ") is dialled over TLS only: each must know the other.",
                    "Give --identity FOLDER, made by longhaul certs issue.");
        }
        if (connections < 1 || patienceSeconds < 1) {
            throw new InvalidInputException(
                    "A desk without connections or patience serves nobody.", "Give one at least.");
        }
    }

    /** With the usual limits. */
    public static DeskOptions of(
            Optional<InetSocketAddress> bind,
            Optional<HostPort> dial,
            Supplier<Access> access,
            Optional<SiteId> site,
            Optional<String> vmType) {
        return new DeskOptions(bind, dial, access, site, vmType, CONNECTIONS, PATIENCE_SECONDS);
    }

    /** For one that listens, with the usual limits. */
    public static DeskOptions of(
            InetSocketAddress bind, Supplier<Access> access, Optional<SiteId> site, Optional<String> vmType) {
        return of(Optional.of(bind), Optional.empty(), access, site, vmType);
    }
}
