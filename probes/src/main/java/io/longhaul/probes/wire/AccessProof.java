package io.longhaul.probes.wire;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows that a client knows the token without sending it: a keyed hash of the connection's first octets and the time.
 * Immutable.
 *
 * @param unixSeconds when it was made
 * @param mac HMAC-SHA-256, lower-case hex
 */
public record AccessProof(long unixSeconds, String mac) {
    ObjectNode toJson() {
        ObjectNode json = Json.object();
        json.put("time", unixSeconds);
        json.put("mac", mac);
        return json;
    }

    static Optional<AccessProof> find(JsonNode json) {
        return Json.text(json, "mac").map(mac -> new AccessProof(Json.number(json, "time", 0), mac));
    }
}
