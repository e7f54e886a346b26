package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One mapping of a topology file, read key by key: it knows where it stands in the file, and which keys nobody asked
 * for. Confined to one thread.
 */
final class Fields {
    /** As people write one; exponents of any size would make numbers of any length. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,30}(\\.\\d{1,30})?([eE][+-]?\\d{1,2})?");

    private final String where;
    private final JsonNode node;
    private final Set<String> asked = new LinkedHashSet<>();

    Fields(String where, JsonNode node) {
        if (!node.isObject()) {
            throw new InvalidInputException(
                    where + " is not a mapping.", "Write keys and values there, as in docs/formats/topology.md.");
        }
        this.where = where;
        this.node = node;
    }

    String where() {
        return where;
    }

    List<String> keys() {
        return new ArrayList<>(node.propertyNames());
    }

    boolean has(String key) {
        asked.add(key);
        JsonNode value = node.get(key);
        return value != null && !value.isNull();
    }

    JsonNode node(String key) {
        if (!has(key)) {
            throw new InvalidInputException(
                    where + " has no " + key + ".", "Add the key " + key + "; docs/formats/topology.md says how.");
        }
        return node.get(key);
    }

    Fields mapping(String key) {
        return new Fields(where + "." + key, node(key));
    }

    List<JsonNode> list(String key) {
        if (!has(key)) {
            return List.of();
        }
        JsonNode value = node(key);
        if (!value.isArray()) {
            throw new InvalidInputException(where + "." + key + " is not a list.", "Begin each entry with a dash.");
        }
        return value.valueStream().toList();
    }

    String text(String key) {
        JsonNode value = node(key);
        if (!value.isValueNode()) {
            throw new InvalidInputException(where + "." + key + " is not a plain value.", "Write one value there.");
        }
        return value.asString();
    }

    Optional<String> findText(String key) {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    Optional<Bandwidth> findBandwidth(String key) {
        return find(key, Bandwidth::parse);
    }

    Optional<DataSize> findSize(String key) {
        return find(key, DataSize::parse);
    }

    Optional<Duration> findDuration(String key) {
        return find(key, Durations::parse);
    }

    /** A share written as a percentage. */
    Optional<Double> findShare(String key) {
        return find(key, Fields::share);
    }

    Optional<Double> findNumber(String key) {
        return find(key, Fields::number);
    }

    /** Reads a value; what is wrong with it is said with its place. */
    <T> T read(String key, Function<String, T> parser) {
        String text = text(key);
        try {
            return parser.apply(text);
        } catch (LonghaulException e) {
            throw new InvalidInputException(where + "." + key + ": " + e.getMessage(), e.advice(), e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidInputException(
                    where + "." + key + " is " + text + ", which cannot be: " + e.getMessage() + ".",
                    "Give a value that a network may have.",
                    e);
        }
    }

    private <T> Optional<T> find(String key, Function<String, T> parser) {
        return has(key) ? Optional.of(read(key, parser)) : Optional.empty();
    }

    static double share(String text) {
        if (!text.endsWith("%")) {
            throw new InvalidInputException("The share (" + text + ") has no percent sign.", "Write it like 0.1%.");
        }
        return decimal(text.substring(0, text.length() - 1).strip())
                .movePointLeft(2)
                .doubleValue();
    }

    private static double number(String text) {
        return decimal(text).doubleValue();
    }

    private static BigDecimal decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new InvalidInputException("(" + text + ") is not a number.", "Write a number like 1.8.");
        }
        return new BigDecimal(text);
    }

    /** Refuses every other key. */
    void allowOnly(String... keys) {
        asked.addAll(List.of(keys));
        refuseUnknown();
    }

    /** Refuses keys that no reader asked for. */
    void refuseUnknown() {
        for (String key : keys()) {
            if (!asked.contains(key)) {
                throw new InvalidInputException(
                        where + " has an unknown key " + key + ".",
                        "The keys there are: " + String.join(", ", asked) + ".");
            }
        }
    }
}
