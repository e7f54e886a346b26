package io.longhaul.probes.wire;

import java.nio.ByteBuffer;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lenient reading of documents from strangers: bounded depth, unknown keys ignored, odd numbers understood; no key twice. */
final class Json {
    /** No count of a real test is larger, and sums of those are still exact. */
    static final long MAX_FIGURE = 1L << 53;

    /** Of processor time: a hundred for each of ten thousand cores. */
    static final double MAX_PERCENT = 1e6;

    /** No test is longer than a day. */
    static final double LONGEST_SECONDS = 2 * 86_400;

    private static final int MAX_DEPTH = 16;
    private static final int MAX_NUMBER_LENGTH = 64;
    private static final double TWO_TO_63 = 0x1p63;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(ObjectNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /** Length and text, as it goes on the wire. */
    static byte[] framed(byte[] json) {
        return ByteBuffer.allocate(Integer.BYTES + json.length)
                .putInt(json.length)
                .put(json)
                .array();
    }

    static ObjectNode parse(byte[] json, String what) {
        try {
            if (MAPPER.readTree(json) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new ProtocolException("The peer's " + what + " are not JSON: " + e.getOriginalMessage(), e);
        }
        throw new ProtocolException("The peer's " + what + " are JSON, but not an object.");
    }

    /** A number in the range of a long. From 2^63 up it is -1: old peers print -1 as an unsigned number. */
    static long number(JsonNode node, String key, long absent) {
        JsonNode value = node.path(key);
        if (value.isBoolean()) {
            return value.booleanValue() ? 1 : 0;
        }
        if (!value.isNumber()) {
            return absent;
        }
        double approximate = value.doubleValue();
        if (value.canConvertToLong()) {
            return value.isIntegralNumber() ? value.longValue() : (long) approximate;
        }
        return approximate >= TWO_TO_63 ? -1 : absent;
    }

    /** A number from zero to the largest that can be; absent when it is not of that range. */
    static double decimal(JsonNode node, String key, double most, double absent) {
        JsonNode value = node.path(key);
        double read = value.isNumber() ? value.doubleValue() : absent;
        return read >= 0 && read <= most ? read : absent;
    }

    /** True for {@code true} and for any number but zero. */
    static boolean flag(JsonNode node, String key) {
        return number(node, key, 0) != 0;
    }

    /** What may be shown of a text of the peer. */
    static Optional<String> text(JsonNode node, String key) {
        JsonNode value = node.path(key);
        return value.isString() ? Optional.of(PeerText.of(value.stringValue())) : Optional.empty();
    }
}
