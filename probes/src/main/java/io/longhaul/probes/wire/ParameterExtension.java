package io.longhaul.probes.wire;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a Longhaul client adds to its parameters, under one key that other servers ignore. Immutable.
 *
 * @param intervalMillis length of the intervals the agent shall report
 * @param omitMillis not counted at the start, finer than the whole seconds of the plain protocol
 */
public record ParameterExtension(int intervalMillis, int omitMillis) {
    static final String KEY = "longhaul";

    private static final int VERSION = 2;

    ObjectNode toJson() {
        ObjectNode json = Json.object();
        json.put("version", VERSION);
        json.put("interval_ms", intervalMillis);
        json.put("omit_ms", omitMillis);
        return json;
    }

    static Optional<ParameterExtension> find(JsonNode parameters) {
        JsonNode json = parameters.path(KEY);
        if (!json.isObject()) {
            return Optional.empty();
        }
        return Optional.of(new ParameterExtension(
                Parameters.integer(json, "interval_ms", 0), Parameters.integer(json, "omit_ms", 0)));
    }
}
