package io.longhaul.store.json;

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
        JsonToken first = in.nextToken();
        JsonNode tree = first == null ? MissingNode.getInstance() : value(in, first);
        if (first != null && in.nextToken() != null) {
            throw new StreamReadException(in, "the text goes on after its value");
        }
        return tree;
    }

    private static JsonNode value(JsonParser in, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_STRING -> NODES.stringNode(in.getString());
            case VALUE_NUMBER_INT -> integer(in);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDoubleValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new StreamReadException(in, "a value was expected");
        };
    }

    private static JsonNode object(JsonParser in) {
        ObjectNode object = NODES.objectNode();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            object.set(name, value(in, in.nextToken()));
        }
        return object;
    }

    private static JsonNode array(JsonParser in) {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            array.add(value(in, token));
        }
        return array;
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
