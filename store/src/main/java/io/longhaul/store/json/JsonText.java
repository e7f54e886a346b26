package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import java.io.StringWriter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Text to tree and back. Stateless, safe for any thread. */
final class JsonText {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private JsonText() {}

    static ObjectNode newObject() {
        return JsonTrees.newObject();
    }

    /**
     * Reads one JSON object.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when the text is not one JSON object
     */
    static ObjectNode parse(String text, String source) {
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text)) {
            JsonNode node = JsonTrees.read(in);
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

    /**
     * Reads one document of a format.
     *
     * @throws InvalidInputException when the text is not JSON, or says another format or version
     */
    static FieldReader open(String text, String source, String format) {
        FieldReader in = new FieldReader(parse(text, source), source);
        String found = in.findText("format").orElse("");
        if (found.equals(format)) {
            return in;
        }
        boolean otherVersion = found.startsWith(format.substring(0, format.indexOf('/') + 1));
        throw new InvalidInputException(
                source + (found.isEmpty() ? " does not say its format" : " is of the format " + found) + ", not "
                        + format + ".",
                otherVersion
                        ? "It was written by another version of Longhaul: read it with that one, or a newer one."
                        : "Give a file whose first field is \"format\": \"" + format + "\".");
    }

    static String line(ObjectNode tree) {
        return written(tree, ObjectWriteContext.empty());
    }

    static String pretty(ObjectNode tree) {
        return written(tree, new Indented()) + "\n";
    }

    private static String written(ObjectNode tree, ObjectWriteContext how) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(how, text)) {
            JsonTrees.write(out, tree);
        }
        return text.toString();
    }

    /** One field and one element a line, two spaces deep. */
    private static final class Indented extends ObjectWriteContext.Base {
        private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter(
                            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
                    .withObjectIndenter(INDENTER)
                    .withArrayIndenter(INDENTER);
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
