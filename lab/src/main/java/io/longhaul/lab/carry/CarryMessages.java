package io.longhaul.lab.carry;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.carry.CarriedFlows.Carried;
import io.longhaul.lab.virtual.VirtualFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Flows and what came of them as text between the lab's process and its owner. Stateless. */
final class CarryMessages {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double NANOS = 1e9;

    private CarryMessages() {}

    /** What is asked of the lab's process. */
    record Asked(List<VirtualFlow> flows, Duration horizon) {}

    static String ask(List<VirtualFlow> flows, Duration horizon) {
        ObjectNode root = JSON.createObjectNode().put("horizon_ns", horizon.toNanos());
        ArrayNode list = root.putArray("flows");
        for (VirtualFlow flow : flows) {
            ObjectNode node = list.addObject()
                    .put("from", flow.link().from().toString())
                    .put("to", flow.link().to().toString())
                    .put("streams", flow.streams())
                    .put("start_ns", flow.start().toNanos());
            flow.volume().ifPresent(volume -> node.put("volume", volume.bytes()));
            flow.stop().ifPresent(stop -> node.put("stop_ns", stop.toNanos()));
        }
        return JSON.writeValueAsString(root);
    }

    static Asked readAsked(String text) {
        JsonNode root = JSON.readTree(text);
        var flows = new ArrayList<VirtualFlow>();
        for (JsonNode node : root.path("flows")) {
            flows.add(new VirtualFlow(
                    Link.between(node.path("from").asString(), node.path("to").asString()),
                    node.path("streams").asInt(),
                    Duration.ofNanos(node.path("start_ns").asLong()),
                    node.has("volume")
                            ? Optional.of(DataSize.ofBytes(node.path("volume").asLong()))
                            : Optional.empty(),
                    node.has("stop_ns")
                            ? Optional.of(Duration.ofNanos(node.path("stop_ns").asLong()))
                            : Optional.empty()));
        }
        return new Asked(flows, Duration.ofNanos(root.path("horizon_ns").asLong()));
    }

    /** One node by flow: counts by time in nanoseconds, and the end if there was one. */
    static String answer(List<CarriedFlow> flows) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode list = root.putArray("flows");
        for (CarriedFlow flow : flows) {
            ObjectNode node = list.addObject();
            ArrayNode counts = node.putArray("counts");
            flow.counts().forEach(count -> counts.addArray().add(count.nanos()).add(count.bytes()));
            flow.finishedNanos().ifPresent(nanos -> node.put("finished_ns", nanos));
        }
        return JSON.writeValueAsString(root);
    }

    static CarriedFlows readAnswer(String text) {
        var flows = new ArrayList<Carried>();
        for (JsonNode node : JSON.readTree(text).path("flows")) {
            var seconds = new ArrayList<Double>();
            var bytes = new ArrayList<Long>();
            for (JsonNode count : node.path("counts")) {
                seconds.add(count.get(0).asLong() / NANOS);
                bytes.add(count.get(1).asLong());
            }
            double finished = node.has("finished_ns") ? node.path("finished_ns").asLong() / NANOS : Double.NaN;
            flows.add(new Carried(seconds, bytes, finished));
        }
        return new CarriedFlows(flows);
    }
}
