package io.longhaul.probes.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document each end sends last: what it counted. Immutable.
 *
 * @param cpuPercent of one core, total, of the sender's process
 * @param cpuUserPercent of one core, user part
 * @param cpuSystemPercent of one core, system part
 * @param hasRetransmits 1 when its retransmit counts are real, 0 when unknown, -1 for a pure receiver
 * @param congestion congestion control read back from a socket
 * @param serverOutput text of a server that was asked for it
 * @param streams one entry a stream
 * @param extension what only Longhaul's own ends understand
 */
public record Results(
        double cpuPercent,
        double cpuUserPercent,
        double cpuSystemPercent,
        int hasRetransmits,
        Optional<String> congestion,
        Optional<String> serverOutput,
        List<StreamResult> streams,
        Optional<EndReport> extension) {
    /** Longest document accepted, in octets. */
    public static final int LIMIT = 16 << 20;

    public Results {
        streams = List.copyOf(streams);
    }

    public Optional<StreamResult> findStream(int id) {
        return streams.stream().filter(stream -> stream.id() == id).findFirst();
    }

    /** Length and JSON text, as it goes on the wire. */
    public byte[] encode() {
        ObjectNode json = Json.object();
        json.put("cpu_util_total", cpuPercent);
        json.put("cpu_util_user", cpuUserPercent);
        json.put("cpu_util_system", cpuSystemPercent);
        json.put("sender_has_retransmits", hasRetransmits);
        congestion.ifPresent(name -> json.put("congestion_used", name));
        serverOutput.ifPresent(text -> json.put("server_output_text", text));
        ArrayNode array = json.putArray("streams");
        streams.forEach(stream -> array.add(stream.toJson()));
        extension.ifPresent(report -> json.set(EndReport.KEY, EndReportJson.write(report)));
        return Json.framed(Json.bytes(json));
    }

    /**
     * Reads a document; unknown keys are ignored.
     *
     * @throws ProtocolException when it is not a JSON object with streams
     */
    public static Results decode(byte[] text) {
        ObjectNode json = Json.parse(text, "results");
        JsonNode array = json.path("streams");
        if (!array.isArray()) {
            throw new ProtocolException("The peer's results have no streams.");
        }
        var streams = new ArrayList<StreamResult>(array.size());
        for (JsonNode stream : array) {
            streams.add(StreamResult.of(stream));
        }
        return new Results(
                Json.decimal(json, "cpu_util_total", Json.MAX_PERCENT, 0),
                Json.decimal(json, "cpu_util_user", Json.MAX_PERCENT, 0),
                Json.decimal(json, "cpu_util_system", Json.MAX_PERCENT, 0),
                Math.max(-1, (int) Math.min(1, Json.number(json, "sender_has_retransmits", -1))),
                Json.text(json, "congestion_used"),
                Json.text(json, "server_output_text"),
                streams,
                EndReportJson.find(json.path(EndReport.KEY)));
    }
}
