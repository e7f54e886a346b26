package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import java.nio.file.Path;

/**
 * A kind of value that can be written as one JSON document and read back. Fields it does not know are ignored.
 * Implementations are stateless and safe for any thread.
 *
 * @param <T> the value
 */
public abstract class JsonFormat<T> extends JsonDocument<T> {
    JsonFormat(String format) {
        super(format);
    }

    /**
     * Reads a document.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when it is not a document of this format
     */
    public final T fromJson(String text, String source) {
        FieldReader in = new FieldReader(JsonText.parse(text, source), source);
        checkFormat(in);
        try {
            return decode(in);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InvalidInputException(
                    source + " contradicts itself: " + e.getMessage() + ".",
                    "Repair the value; docs/formats says what each field means.",
                    e);
        }
    }

    /**
     * Reads a file.
     *
     * @throws InvalidInputException when there is no such file, or it is not of this format
     * @throws io.longhaul.store.StoreException when it cannot be read
     */
    public final T read(Path file) {
        return fromJson(FileAccess.readText(file), file.toString());
    }

    abstract T decode(FieldReader in);

    private void checkFormat(FieldReader in) {
        String found = in.findText("format").orElse("");
        if (found.equals(format())) {
            return;
        }
        int slash = format().indexOf('/') + 1;
        boolean otherVersion = found.startsWith(format().substring(0, slash));
        throw new InvalidInputException(
                in.source()
                        + (found.isEmpty() ? " does not say its format" : " is of the format " + found)
                        + ", not " + format() + ".",
                otherVersion
                        ? "It was written by another version of Longhaul: read it with that one, or a newer one."
                        : "Give a file whose first field is \"format\": \"" + format() + "\".");
    }
}
