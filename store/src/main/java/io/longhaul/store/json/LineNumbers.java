package io.longhaul.store.json;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Where the fields of objects, and the elements of arrays, stand in the text they were read from. Confined to one thread. */
final class LineNumbers {
    /** Knows nothing: where nobody writes by hand, lines are not worth their memory. */
    static final LineNumbers NONE = new LineNumbers();

    private final IdentityHashMap<JsonNode, Map<String, Integer>> places = new IdentityHashMap<>();

    /** Notes a field, or an element as {@code [2]}. */
    void note(JsonNode container, String field, int line) {
        places.computeIfAbsent(container, any -> new HashMap<>()).put(field, line);
    }

    /** The line of a field, or of an element as {@code field[2]}; of the object itself, where the field is missing; 0 when unknown. */
    int of(JsonNode container, String field) {
        int bracket = field.indexOf('[');
        if (bracket > 0) {
            JsonNode array = container.get(field.substring(0, bracket));
            return array == null ? 0 : lineIn(array, field.substring(bracket));
        }
        return lineIn(container, field);
    }

    private int lineIn(JsonNode container, String field) {
        Map<String, Integer> known = places.getOrDefault(container, Map.of());
        return known.getOrDefault(field, known.getOrDefault("", 0));
    }
}
