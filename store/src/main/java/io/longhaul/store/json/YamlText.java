package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads YAML that people write by hand. Stateless. */
public final class YamlText {
    private static final YAMLFactory YAML = new YAMLFactory();

    private YamlText() {}

    /**
     * The fields of a YAML file.
     *
     * @throws InvalidInputException when there is no such file, or it is not one YAML mapping
     */
    public static FieldReader read(Path file) {
        return parse(FileAccess.readText(file), file.toString());
    }

    /**
     * The fields of a YAML text.
     *
     * @param source where the text comes from, for messages
     */
    public static FieldReader parse(String text, String source) {
        try (JsonParser in = YAML.createParser(ObjectReadContext.empty(), text)) {
            var lines = new LineNumbers();
            JsonNode node = JsonTrees.read(in, lines);
            if (node instanceof ObjectNode object) {
                return new FieldReader(object, source, lines);
            }
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            String where = at == null || at.getLineNr() < 1 ? "" : " at line " + at.getLineNr();
            throw new InvalidInputException(
                    source + " is not well-formed YAML" + where + ": "
                            + e.getOriginalMessage().lines().findFirst().orElse(""),
                    "Repair it: look at its indents and colons.",
                    e);
        }
        throw new InvalidInputException(
                source + " holds no YAML mapping.", "Write it as keys and values, like vm_price_usd_per_hour: 0.54.");
    }
}
