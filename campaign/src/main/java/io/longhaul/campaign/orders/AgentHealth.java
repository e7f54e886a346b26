package io.longhaul.campaign.orders;

import io.longhaul.core.topology.SiteId;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.RecordFields;
import java.time.Instant;
import java.util.Optional;

/**
 * Who an agent is, and what it does at the moment. Immutable.
 *
 * @param run made anew at each start
 * @param site where it says it is; empty when it was not told
 * @param vmType of its VM; empty when it was not told
 * @param version of Longhaul
 * @param now by its clock
 * @param probePort where it answers probes
 * @param orders that wait or run
 */
public record AgentHealth(
        String run,
        Optional<SiteId> site,
        Optional<String> vmType,
        String version,
        Instant now,
        int probePort,
        int orders) {
    /** {@code longhaul-agent-health/1}; see {@code docs/formats/orders.md}. */
    public static final JsonFormat<AgentHealth> JSON = RecordFields.of(AgentHealth.class)
            .plain("run", "site", "vm_type", "version", "now", "probe_port", "orders")
            .asFormat("longhaul-agent-health/1");

    public AgentHealth {
        Ids.checked("agent's run", run);
    }
}
