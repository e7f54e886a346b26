package io.longhaul.lab.faithful;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.LabTruth.FlowTruth;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Truth and health as messages between the lab's process and its owner. Stateless. */
final class HostMessages {
    private HostMessages() {}

    static ObjectNode truth(LabTruth truth) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("elapsed_ns", truth.elapsed().toNanos());
        ArrayNode links = node.putArray("links");
        truth.links()
                .forEach((link, done) -> ends(links.addObject(), link)
                        .put("streams", done.streams())
                        .put("taken", done.taken().bytes())
                        .put("delivered", done.delivered().bytes())
                        .put("dropped", done.droppedPackets()));
        ArrayNode flows = node.putArray("flows");
        for (FlowTruth flow : truth.flows()) {
            ends(flows.addObject(), flow.link())
                    .put("id", flow.id())
                    .put("opened_ns", flow.opened().toNanos())
                    .put("taken", flow.taken().bytes())
                    .put("delivered", flow.delivered().bytes())
                    .put("open", flow.open());
        }
        ObjectNode credit = node.putObject("credit");
        truth.credit().forEach((site, levels) -> {
            ArrayNode series = credit.putArray(site.toString());
            for (CreditLevel level : levels) {
                series.addArray().add(level.at().toNanos()).add(level.credit().bytes());
            }
        });
        return node;
    }

    private static ObjectNode ends(ObjectNode node, Link link) {
        return node.put("from", link.from().toString()).put("to", link.to().toString());
    }

    static LabTruth truth(LabTopology topology, JsonNode node) {
        var links = new LinkedHashMap<Link, LinkTruth>();
        for (JsonNode link : node.path("links")) {
            links.put(
                    link(link),
                    new LinkTruth(
                            link.path("streams").asLong(),
                            size(link, "taken"),
                            size(link, "delivered"),
                            link.path("dropped").asLong()));
        }
        var flows = new ArrayList<FlowTruth>();
        for (JsonNode flow : node.path("flows")) {
            flows.add(new FlowTruth(
                    flow.path("id").asLong(),
                    link(flow),
                    Duration.ofNanos(flow.path("opened_ns").asLong()),
                    size(flow, "taken"),
                    size(flow, "delivered"),
                    flow.path("open").asBoolean()));
        }
        var credit = new LinkedHashMap<SiteId, List<CreditLevel>>();
        for (String site : node.path("credit").propertyNames()) {
            var levels = new ArrayList<CreditLevel>();
            for (JsonNode level : node.path("credit").path(site)) {
                levels.add(new CreditLevel(
                        Duration.ofNanos(level.get(0).asLong()),
                        DataSize.ofBytes(level.get(1).asLong())));
            }
            credit.put(SiteId.parse(site), List.copyOf(levels));
        }
        return new LabTruth(topology, Duration.ofNanos(node.path("elapsed_ns").asLong()), links, flows, credit);
    }

    private static Link link(JsonNode node) {
        return Link.between(node.path("from").asString(), node.path("to").asString());
    }

    private static DataSize size(JsonNode node, String key) {
        return DataSize.ofBytes(node.path(key).asLong());
    }

    static ObjectNode health(LabHealth health) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("packets", health.packets());
        node.put("p50", health.latenessP50Ms());
        node.put("p99", health.latenessP99Ms());
        node.put("max", health.latenessMaxMs());
        node.put("device_drops", health.deviceDrops());
        node.put("strays", health.strayPackets());
        ArrayNode interfaces = node.putArray("interfaces");
        health.interfaces().forEach(interfaces::add);
        ObjectNode windows = node.putObject("windows");
        health.windows()
                .forEach((site, window) -> windows.putArray(site.toString())
                        .add(window.asked().bytes())
                        .add(window.advertised().bytes()));
        return node;
    }

    static LabHealth health(JsonNode node) {
        var interfaces = new ArrayList<String>();
        node.path("interfaces").forEach(name -> interfaces.add(name.asString()));
        var windows = new LinkedHashMap<SiteId, LabHealth.Window>();
        for (String site : node.path("windows").propertyNames()) {
            JsonNode pair = node.path("windows").path(site);
            windows.put(
                    SiteId.parse(site),
                    new LabHealth.Window(
                            DataSize.ofBytes(pair.get(0).asLong()),
                            DataSize.ofBytes(pair.get(1).asLong())));
        }
        return new LabHealth(
                node.path("packets").asLong(),
                node.path("p50").asDouble(),
                node.path("p99").asDouble(),
                node.path("max").asDouble(),
                node.path("device_drops").asLong(),
                node.path("strays").asLong(),
                interfaces,
                windows);
    }
}
