package io.longhaul.lab.report;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.LabTruth.FlowTruth;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Truth and health of a lab as text: the format of {@code docs/formats/lab-truth.md}. Stateless. */
public final class LabTruthJson {
    /** The first field of every such text. */
    public static final String FORMAT = "longhaul-lab-truth/1";

    private static final JsonMapper JSON = new JsonMapper();
    private static final double MILLIS = 1e3;

    private LabTruthJson() {}

    /** As indented text. */
    public static String write(LabTruth truth, LabHealth health) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(truth, health)) + "\n";
    }

    /** As a tree, for documents that contain it. */
    public static ObjectNode tree(LabTruth truth, LabHealth health) {
        ObjectNode root = JSON.createObjectNode().put("format", FORMAT);
        root.put("elapsed_s", seconds(truth.elapsed()));
        root.set("topology", JSON.readTree(TopologyYaml.writeJson(truth.topology())));
        root.set("health", health(health));
        ArrayNode links = root.putArray("links");
        ordered(truth)
                .forEach((link, done) -> ends(links.addObject(), link)
                        .put("streams", done.streams())
                        .put("taken_bytes", done.taken().bytes())
                        .put("delivered_bytes", done.delivered().bytes())
                        .put("dropped_packets", done.droppedPackets()));
        ArrayNode flows = root.putArray("flows");
        for (FlowTruth flow : truth.flows()) {
            ends(flows.addObject().put("id", flow.id()), flow.link())
                    .put("opened_s", seconds(flow.opened()))
                    .put("taken_bytes", flow.taken().bytes())
                    .put("delivered_bytes", flow.delivered().bytes())
                    .put("open", flow.open());
        }
        ArrayNode credit = root.putArray("credit");
        truth.topology().sites().forEach(site -> credit(credit, site.id(), truth.creditOf(site.id())));
        return root;
    }

    /** In the order of the topology. */
    private static Map<Link, LinkTruth> ordered(LabTruth truth) {
        var ordered = new LinkedHashMap<Link, LinkTruth>();
        for (Link link : truth.topology().links().keySet()) {
            if (truth.links().containsKey(link)) {
                ordered.put(link, truth.onLink(link));
            }
        }
        return ordered;
    }

    private static ObjectNode health(LabHealth health) {
        ObjectNode node = JSON.createObjectNode();
        node.put("valid", health.isValid());
        health.complaints().forEach(node.putArray("complaints")::add);
        node.put("packets", health.packets());
        node.putObject("lateness_ms")
                .put("median", health.latenessP50Ms())
                .put("p99", health.latenessP99Ms())
                .put("max", health.latenessMaxMs());
        node.put("device_drops", health.deviceDrops());
        node.put("stray_packets", health.strayPackets());
        ArrayNode windows = node.putArray("windows");
        health.windows()
                .forEach((site, window) -> windows.addObject()
                        .put("site", site.toString())
                        .put("asked_bytes", window.asked().bytes())
                        .put("advertised_bytes", window.advertised().bytes()));
        return node;
    }

    private static void credit(ArrayNode all, SiteId site, List<CreditLevel> levels) {
        if (levels.isEmpty()) {
            return;
        }
        ArrayNode series = all.addObject().put("site", site.toString()).putArray("levels");
        for (CreditLevel level : levels) {
            JsonNode entry = JSON.createObjectNode()
                    .put("at_s", seconds(level.at()))
                    .put("credit_bytes", level.credit().bytes());
            series.add(entry);
        }
    }

    private static ObjectNode ends(ObjectNode node, Link link) {
        return node.put("from", link.from().toString()).put("to", link.to().toString());
    }

    private static double seconds(Duration time) {
        return time.toMillis() / MILLIS;
    }
}
