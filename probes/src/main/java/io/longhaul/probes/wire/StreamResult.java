package io.longhaul.probes.wire;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one end counted on one stream. Immutable.
 *
 * @param id 1, 3, 4, 5, … in the order of creation
 * @param bytes octets sent or received after the omitted part
 * @param retransmits segments sent again; -1 when unknown or a receiver
 * @param jitterSeconds of datagrams received; else zero
 * @param errors datagrams counted lost
 * @param packets datagrams sent, or the highest sequence number received
 * @param endSeconds duration of the count
 */
public record StreamResult(
        int id, long bytes, long retransmits, double jitterSeconds, long errors, long packets, double endSeconds) {

    /** Id of the stream at a place in the order of creation, from zero: 2 is skipped. */
    public static int idAt(int index) {
        return index == 0 ? 1 : index + 2;
    }

    ObjectNode toJson() {
        ObjectNode json = Json.object();
        json.put("id", id);
        json.put("bytes", bytes);
        json.put("retransmits", retransmits);
        json.put("jitter", jitterSeconds);
        json.put("errors", errors);
        json.put("omitted_errors", 0);
        json.put("packets", packets);
        json.put("omitted_packets", 0);
        json.put("start_time", 0);
        json.put("end_time", endSeconds);
        return json;
    }

    static StreamResult of(JsonNode json) {
        return new StreamResult(
                (int) Json.number(json, "id", -1),
                count(json, "bytes"),
                Math.max(-1, Math.min(Json.MAX_FIGURE, Json.number(json, "retransmits", -1))),
                Json.decimal(json, "jitter", Json.LONGEST_SECONDS, 0),
                count(json, "errors"),
                count(json, "packets"),
                Json.decimal(json, "end_time", Json.LONGEST_SECONDS, 0));
    }

    private static long count(JsonNode json, String key) {
        return Math.max(0, Math.min(Json.MAX_FIGURE, Json.number(json, key, 0)));
    }
}
