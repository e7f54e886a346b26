package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A kind of value that can be written as one JSON document. Implementations are stateless and safe for any thread.
 *
 * @param <T> the value
 */
public abstract class JsonDocument<T> {
    private final String format;

    /** @param format name and version, as {@code longhaul-snapshot/1} */
    protected JsonDocument(String format) {
        this.format = format;
    }

    /** Name and version as in the first field, as {@code longhaul-snapshot/1}. */
    public final String format() {
        return format;
    }

    /** The document, indented, with a line end. */
    public final String toJson(T value) {
        return JsonText.pretty(tree(value).tree());
    }

    /** The document on one line, without a line end. */
    public final String toJsonLine(T value) {
        return JsonText.line(tree(value).tree());
    }

    /**
     * Writes the document to a file, whole or not at all.
     *
     * @throws StoreException when the file cannot be written, or could not be read again
     */
    public final void write(Path file, T value) {
        FileAccess.replace(file, readable(() -> toJson(value)));
    }

    /**
     * The document on one line, as {@link #toJsonLine}, which is sure to be read again.
     *
     * @throws StoreException when a value is beyond what the format takes
     */
    public final String toReadableLine(T value) {
        return readable(() -> toJsonLine(value));
    }

    private String readable(Supplier<String> document) {
        try {
            String text = document.get();
            requireReadable(text);
            return text;
        } catch (InvalidInputException | IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(
                    "This is not kept, since it could not be read again: " + e.getMessage(),
                    "A value is beyond all that can be: see where it comes from.",
                    e);
        }
    }

    /** Refuses a text of this format that could not be read again; those that nobody reads are all fit. */
    void requireReadable(String text) {}

    /** Writes all fields but the first, {@code format}. */
    protected abstract void encode(FieldWriter out, T value);

    private FieldWriter tree(T value) {
        FieldWriter out = new FieldWriter(JsonText.newObject()).text("format", format);
        encode(out, value);
        return out;
    }
}
