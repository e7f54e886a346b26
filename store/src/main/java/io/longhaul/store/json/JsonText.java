package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Text to tree and back, with the one mapper this package uses. Stateless. */
final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final ObjectWriter PRETTY = MAPPER.writer().with(prettyPrinter());

    private JsonText() {}

    static ObjectNode newObject() {
        return MAPPER.createObjectNode();
    }

    /**
     * Reads one JSON object.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when the text is not one JSON object
     */
    static ObjectNode parse(String text, String source) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String where = at == null || at.getLineNr() < 1
                    ? ""
                    : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new InvalidInputException(
                    source + " is not well-formed JSON" + where + ": " + e.getOriginalMessage(),
                    "Repair it, or write it anew.",
                    e);
        }
        throw new InvalidInputException(
                source + " holds no JSON object.", "A Longhaul document starts with {\"format\": \"longhaul-…\"}.");
    }

    static String line(ObjectNode tree) {
        return MAPPER.writeValueAsString(tree);
    }

    static String pretty(ObjectNode tree) {
        return PRETTY.writeValueAsString(tree) + "\n";
    }

    private static DefaultPrettyPrinter prettyPrinter() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    }
}
