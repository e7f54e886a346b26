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
    private static final String FORMAT = "format";

    /** @param format name and version, as {@code longhaul-snapshot/1} */
    protected JsonFormat(String format) {
        super(format);
    }

    /**
     * Reads a document.
     *
     * @param source where the text comes from, for messages
     * @throws InvalidInputException when it is not a document of this format
     */
    public final T fromJson(String text, String source) {
        return JsonText.open(text, source, format()).decode(this::decode);
    }

    /** Whether a line of a log is a whole document of this format, and not the torn end of one. */
    public final boolean isWhole(String line) {
        try {
            fromJson(line, "the line");
            return true;
        } catch (InvalidInputException torn) {
            return false;
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

    /**
     * Reads the fields of a file that people may write by hand: JSON where it begins with a brace, YAML else.
     *
     * @throws InvalidInputException when there is no such file, or nothing in it
     */
    final FieldReader readEither(Path file) {
        String text = FileAccess.readText(file);
        if (text.stripLeading().startsWith("{")) {
            return FieldReader.ofJson(text, file.toString());
        }
        if (text.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("#"))) {
            String page = format().replaceAll("longhaul-|/.*", "");
            throw new InvalidInputException(
                    file + " is empty.",
                    "Begin it with format: " + format() + "; docs/formats/" + page + ".md shows a whole one.");
        }
        return YamlText.parse(text, file.toString());
    }

    /** Whether fields say that they are of this format. */
    final boolean isOf(FieldReader in) {
        return in.findText(FORMAT).filter(format()::equals).isPresent();
    }

    /** The value of fields that say their format. */
    final T fromFields(FieldReader fields) {
        return fields.decode(in -> {
            if (!isOf(in)) {
                String found = in.findText(FORMAT).orElse("");
                throw in.invalid(FORMAT, found.isEmpty() ? "is missing" : "is " + found + ", not " + format());
            }
            return decode(in);
        });
    }

    @Override
    final void requireReadable(String text) {
        fromJson(text, "the text");
    }

    /** Makes the value of its fields; what the value itself refuses is said with its place. */
    protected abstract T decode(FieldReader in);
}
