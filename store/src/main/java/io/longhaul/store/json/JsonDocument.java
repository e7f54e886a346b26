package io.longhaul.store.json;

import io.longhaul.store.FileAccess;
import java.nio.file.Path;

/**
 * A kind of value that can be written as one JSON document. Implementations are stateless and safe for any thread.
 *
 * @param <T> the value
 */
public abstract class JsonDocument<T> {
    private final String format;

    JsonDocument(String format) {
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
     * @throws io.longhaul.store.StoreException when the file cannot be written
     */
    public final void write(Path file, T value) {
        FileAccess.replace(file, toJson(value));
    }

    /** Writes all fields but the first, {@code format}. */
    abstract void encode(FieldWriter out, T value);

    private FieldWriter tree(T value) {
        FieldWriter out = new FieldWriter(JsonText.newObject()).text("format", format);
        encode(out, value);
        return out;
    }
}
