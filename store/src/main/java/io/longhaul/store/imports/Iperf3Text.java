package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.json.FieldReader;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two shapes of iperf3's JSON: one report ({@code -J}), or one event a line ({@code --json-stream}, since 3.17),
 * which is put together to the same report. Stateless.
 */
final class Iperf3Text {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Iperf3Text() {}

    static FieldReader report(String text, String source) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        boolean events = !lines.isEmpty() && lines.get(0).replace(" ", "").startsWith("{\"event\":");
        return FieldReader.ofJson(events ? assemble(lines, source) : text, source);
    }

    private static String assemble(List<String> lines, String source) {
        ObjectNode report = MAPPER.createObjectNode();
        ArrayNode intervals = MAPPER.createArrayNode();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String event = FieldReader.ofJson(line, source + " line " + (i + 1)).text("event");
            JsonNode data = MAPPER.readTree(line).path("data");
            if (event.equals("interval")) {
                intervals.add(data);
            } else if (report.replace(event, data) != null) {
                throw new InvalidInputException(
                        source + " line " + (i + 1) + " has the event " + event + " twice.",
                        "Give each run a file of its own.");
            }
        }
        report.set("intervals", intervals);
        return report.toString();
    }
}
