package io.longhaul.store.json;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Trees from and to Jackson's streams, past its mapper: setting one up takes longer than most plans. Stateless, safe for
 * any thread.
 */
final class JsonTrees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final int EXACT_DIGITS = 15;
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]+\\.[0-9]+");

    private JsonTrees() {}

    static ObjectNode newObject() {
        return NODES.objectNode();
    }

    /**
     * The one value of a text; a missing node when there is none.
     *
     * @throws tools.jackson.core.JacksonException when the text is not well-formed, or goes on after the value
     */
    static JsonNode read(JsonParser in) {
        return read(in, LineNumbers.NONE);
    }

    /**
     * As {@link #read(JsonParser)}, noting where everything stands.
     *
     * @param lines told so, unless it is {@link LineNumbers#NONE}
     */
    static JsonNode read(JsonParser in, LineNumbers lines) {
        JsonToken first = in.nextToken();
        JsonNode tree = first == null ? MissingNode.getInstance() : value(in, first, lines);
        if (first != null && in.nextToken() != null) {
            throw new StreamReadException(in, "the text goes on after its value");
        }
        return tree;
    }

    private static JsonNode value(JsonParser in, JsonToken token, LineNumbers lines) {
        return switch (token) {
            case START_OBJECT -> object(in, lines);
            case START_ARRAY -> array(in, lines);
            case VALUE_STRING -> NODES.stringNode(in.getString());
            case VALUE_NUMBER_INT -> integer(in);
            case VALUE_NUMBER_FLOAT -> decimal(in);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new StreamReadException(in, "a value was expected");
        };
    }

    private static void note(JsonParser in, LineNumbers lines, JsonNode container, String field) {
        if (lines != LineNumbers.NONE) {
            lines.note(container, field, in.currentTokenLocation().getLineNr());
        }
    }

    private static JsonNode object(JsonParser in, LineNumbers lines) {
        ObjectNode object = NODES.objectNode();
        note(in, lines, object, "");
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            note(in, lines, object, name);
            JsonNode value = value(in, in.nextToken(), lines);
            JsonNode before = object.replace(name, value);
            if (before != null && !before.equals(value)) { // iperf3 itself says some things twice, the same both times
                throw new StreamReadException(in, "the field " + name + " stands there twice, with different values");
            }
        }
        return object;
    }

    private static JsonNode array(JsonParser in, LineNumbers lines) {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            note(in, lines, array, "[" + array.size() + "]");
            array.add(value(in, token, lines));
        }
        return array;
    }

    /**
     * A double, or where the text has more digits than a double tells apart and no exponent, exactly. What YAML writes for no
     * number, as {@code .nan}, stays a text, so that the field that wants a number refuses it with its place.
     */
    private static JsonNode decimal(JsonParser in) {
        String text = in.getString();
        double value = in.getDoubleValue();
        if (!Double.isFinite(value)) {
            if (text.chars().noneMatch(Character::isDigit)) {
                return NODES.stringNode(text);
            }
            throw new StreamReadException(in, "the number " + text + " is too large");
        }
        return text.length() > EXACT_DIGITS && PLAIN.matcher(text).matches()
                ? NODES.numberNode(new BigDecimal(text))
                : NODES.numberNode(value);
    }

    private static JsonNode integer(JsonParser in) {
        return switch (in.getNumberType()) {
            case INT -> NODES.numberNode(in.getIntValue());
            case LONG -> NODES.numberNode(in.getLongValue());
            default -> NODES.numberNode(in.getBigIntegerValue());
        };
    }

    /** Writes a tree; closing the stream is the caller's. */
    static void write(JsonGenerator out, JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                node.properties().forEach(field -> {
                    out.writeName(field.getKey());
                    write(out, field.getValue());
                });
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                node.values().forEach(element -> write(out, element));
                out.writeEndArray();
            }
            case STRING -> out.writeString(node.stringValue());
            case NUMBER -> number(out, node);
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            default -> out.writeNull();
        }
    }

    private static void number(JsonGenerator out, JsonNode node) {
        switch (node.numberType()) {
            case INT -> out.writeNumber(node.intValue());
            case LONG -> out.writeNumber(node.longValue());
            case BIG_INTEGER -> out.writeNumber(node.bigIntegerValue());
            case BIG_DECIMAL -> out.writeNumber(node.decimalValue());
            default -> out.writeNumber(node.doubleValue());
        }
    }
}
