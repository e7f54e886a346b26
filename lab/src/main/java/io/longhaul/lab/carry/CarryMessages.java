package io.longhaul.lab.carry;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.FlowCurve;
import io.longhaul.lab.LabFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Flows and what came of them as text between the lab's process and its owner. Stateless. */
public final class CarryMessages {
    private static final JsonMapper JSON = new JsonMapper();

    private CarryMessages() {}

    /** What is asked of the lab's process. */
    record Asked(List<LabFlow> flows, Duration horizon) {}

    public static String ask(List<LabFlow> flows, Duration horizon) {
        ObjectNode root = JSON.createObjectNode().put("horizon_ns", horizon.toNanos());
        ArrayNode list = root.putArray("flows");
        for (LabFlow flow : flows) {
            ObjectNode node = list.addObject()
                    .put("from", flow.link().from().toString())
                    .put("to", flow.link().to().toString())
                    .put("streams", flow.streams())
                    .put("start_ns", flow.start().toNanos());
            flow.volume().ifPresent(volume -> node.put("volume", volume.bytes()));
            flow.stop().ifPresent(stop -> node.put("stop_ns", stop.toNanos()));
            flow.pace().ifPresent(pace -> node.put("pace", pace.bitsPerSecond()));
            ArrayNode after = node.putArray("after");
            flow.after()
                    .forEach(other -> after.addObject()
                            .put("flow", other.flow())
                            .put("delay_ns", other.delay().toNanos()));
        }
        return JSON.writeValueAsString(root);
    }

    static Asked readAsked(String text) {
        JsonNode root = JSON.readTree(text);
        var flows = new ArrayList<LabFlow>();
        for (JsonNode node : root.path("flows")) {
            flows.add(new LabFlow(
                    Link.between(node.path("from").asString(), node.path("to").asString()),
                    node.path("streams").asInt(),
                    Duration.ofNanos(node.path("start_ns").asLong()),
                    node.has("volume")
                            ? Optional.of(DataSize.ofBytes(node.path("volume").asLong()))
                            : Optional.empty(),
                    node.has("stop_ns")
                            ? Optional.of(Duration.ofNanos(node.path("stop_ns").asLong()))
                            : Optional.empty(),
                    node.has("pace")
                            ? Optional.of(
                                    Bandwidth.ofBitsPerSecond(node.path("pace").asLong()))
                            : Optional.empty(),
                    after(node)));
        }
        return new Asked(flows, Duration.ofNanos(root.path("horizon_ns").asLong()));
    }

    private static List<LabFlow.After> after(JsonNode flow) {
        var after = new ArrayList<LabFlow.After>();
        for (JsonNode other : flow.path("after")) {
            after.add(new LabFlow.After(
                    other.path("flow").asInt(),
                    Duration.ofNanos(other.path("delay_ns").asLong())));
        }
        return after;
    }

    /** One node by flow: its curve, and the end if there was one. */
    static String answer(CarriedFlows carried) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode list = root.putArray("flows");
        for (CarriedFlows.Outcome outcome : carried.outcomes()) {
            ObjectNode node = list.addObject();
            ArrayNode counts = node.putArray("counts");
            outcome.octets()
                    .forEach((seconds, octets) -> counts.addArray().add(seconds).add(octets));
            if (Double.isFinite(outcome.finishedSeconds())) {
                node.put("finished_s", outcome.finishedSeconds());
            }
        }
        return JSON.writeValueAsString(root);
    }

    /** Reads an {@link #answer}. */
    public static CarriedFlows readAnswer(String text) {
        var outcomes = new ArrayList<CarriedFlows.Outcome>();
        for (JsonNode node : JSON.readTree(text).path("flows")) {
            var curve = new FlowCurve();
            node.path("counts")
                    .forEach(count ->
                            curve.add(count.get(0).asDouble(), count.get(1).asDouble()));
            outcomes.add(
                    new CarriedFlows.Outcome(curve, 0, node.path("finished_s").asDouble(Double.POSITIVE_INFINITY)));
        }
        return new CarriedFlows(outcomes);
    }
}
