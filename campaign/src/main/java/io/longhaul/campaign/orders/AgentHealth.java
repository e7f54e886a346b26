package io.longhaul.campaign.orders;

import io.longhaul.core.topology.SiteId;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
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
    public static final JsonFormat<AgentHealth> JSON = new Json();

    public AgentHealth {
        Ids.checked("agent's run", run);
    }

    private static final class Json extends JsonFormat<AgentHealth> {
        Json() {
            super("longhaul-agent-health/1");
        }

        @Override
        protected void encode(FieldWriter out, AgentHealth health) {
            out.text("run", health.run)
                    .text("site", health.site.map(SiteId::toString))
                    .text("vm_type", health.vmType)
                    .text("version", health.version)
                    .instant("now", health.now)
                    .integer("probe_port", health.probePort)
                    .integer("orders", health.orders);
        }

        @Override
        protected AgentHealth decode(FieldReader in) {
            return new AgentHealth(
                    in.text("run"),
                    in.findParsed("site", SiteId::parse),
                    in.findText("vm_type"),
                    in.text("version"),
                    in.instant("now"),
                    in.smallInteger("probe_port"),
                    in.smallInteger("orders"));
        }
    }
}
