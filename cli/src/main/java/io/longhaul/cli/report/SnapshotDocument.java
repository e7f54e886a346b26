package io.longhaul.cli.report;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The snapshot in the shape of {@code longhaul-snapshot/1}. */
final class SnapshotDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SnapshotDocument() {}

    static ObjectNode of(Snapshot snapshot) {
        var document = NODES.objectNode();
        document.put("format", "longhaul-snapshot/1");
        document.put("as_of", snapshot.asOf().toString());
        ArrayNode sites = document.putArray("sites");
        snapshot.sites().forEach(site -> sites.add(site(site)));
        ArrayNode links = document.putArray("links");
        snapshot.links().forEach(link -> links.add(link(link)));
        return document;
    }

    private static ObjectNode site(SiteEstimate site) {
        var node = NODES.objectNode();
        node.put("id", site.id().toString());
        node.put("vm_type", site.vmType().orElse(null));
        node.set("egress", cap(site.egress()));
        node.set("ingress", cap(site.ingress()));
        node.set("per_flow", cap(site.perFlow()));
        return node;
    }

    private static ObjectNode link(LinkEstimate link) {
        var node = NODES.objectNode();
        node.put("from", link.link().from().toString());
        node.put("to", link.link().to().toString());
        link.rtt()
                .ifPresentOrElse(
                        rtt -> {
                            var milliseconds = node.putObject("rtt_ms");
                            milliseconds.put("median", Durations.millis(rtt.median()));
                            milliseconds.put(
                                    "p95", rtt.p95().map(Durations::millis).orElse(null));
                        },
                        () -> node.putNull("rtt_ms"));
        node.put("single_flow_bps", bps(link.singleFlow()));
        ArrayNode rates = node.putArray("rates");
        link.rates().forEach(point -> rates.add(point(point)));
        node.put("path_cap_bps", bps(link.pathCap()));
        node.put("single_flow_limit", link.singleFlowLimit().id());
        node.put("limit", link.limit().id());
        ArrayNode evidence = node.putArray("evidence");
        link.evidence().forEach(evidence::add);
        node.put("stable", link.stable().orElse(null));
        return node;
    }

    private static ObjectNode point(RatePoint point) {
        var node = NODES.objectNode();
        node.put("streams", point.streams());
        node.put("window_bytes", point.window().map(size -> size.bytes()).orElse(null));
        node.put("sent_bps", bps(point.sent()));
        node.put("received_bps", bps(point.received()));
        node.put("steady_bps", bps(point.steady()));
        node.set("ci", interval(point.interval()));
        node.put("samples", point.samples());
        return node;
    }

    private static JsonNode cap(Optional<CapEstimate> cap) {
        if (cap.isEmpty()) {
            return NODES.nullNode();
        }
        var node = NODES.objectNode();
        node.put("bps", cap.get().value().bitsPerSecond());
        node.set("ci", interval(cap.get().interval()));
        node.put("source", cap.get().source().id());
        return node;
    }

    private static JsonNode interval(Optional<RateInterval> interval) {
        if (interval.isEmpty()) {
            return NODES.nullNode();
        }
        var node = NODES.objectNode();
        node.put("low", interval.get().low().bitsPerSecond());
        node.put("high", interval.get().high().bitsPerSecond());
        node.put("level", interval.get().level());
        return node;
    }

    private static @Nullable Long bps(Optional<Bandwidth> rate) {
        return rate.map(Bandwidth::bitsPerSecond).orElse(null);
    }
}
