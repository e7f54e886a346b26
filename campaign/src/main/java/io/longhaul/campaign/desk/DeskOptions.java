package io.longhaul.campaign.desk;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.Access;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How an agent takes orders. Immutable.
 *
 * @param bind where it listens; port zero takes any free one
 * @param access who may give orders: who shows a coordinator's certificate or token; asked anew for each connection
 * @param site where the agent is; empty when it was not told
 * @param vmType of its VM; empty when it was not told
 * @param connections open at the same time
 * @param patienceSeconds how long a connection may be silent in the middle of a request, or without one
 */
public record DeskOptions(
        InetSocketAddress bind,
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
        boolean here = bind.getAddress() != null && bind.getAddress().isLoopbackAddress();
        if (!here && now.tls().isEmpty()) {
            throw new InvalidInputException(
                    "Orders from other machines (" + bind.getHostString() + ") are taken over TLS only.",
                    "Give --identity FOLDER, made by longhaul certs issue, or listen on 127.0.0.1.");
        }
        if (connections < 1 || patienceSeconds < 1) {
            throw new InvalidInputException(
                    "A desk without connections or patience serves nobody.", "Give one at least.");
        }
    }

    public static DeskOptions of(
            InetSocketAddress bind, Supplier<Access> access, Optional<SiteId> site, Optional<String> vmType) {
        return new DeskOptions(bind, access, site, vmType, CONNECTIONS, PATIENCE_SECONDS);
    }
}
