package io.longhaul.store.imports;

import io.longhaul.core.topology.SiteId;
import java.util.Optional;

/**
 * What iperf3's own report does not say: where its two ends ran. Immutable.
 *
 * @param client site of the client, which wrote the report
 * @param server site of the server
 * @param clientVmType VM type of the client; empty when unknown
 * @param serverVmType VM type of the server; empty when unknown
 * @param campaign name to file the runs under; empty for none
 */
public record Iperf3Options(
        SiteId client,
        SiteId server,
        Optional<String> clientVmType,
        Optional<String> serverVmType,
        Optional<String> campaign) {}
