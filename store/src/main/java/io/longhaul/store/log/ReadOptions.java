package io.longhaul.store.log;

import java.util.function.Consumer;

/**
 * How a log is read. Immutable.
 *
 * @param skipCorrupt whether a line that cannot be read is skipped and reported, instead of ending the reading
 * @param warnings told of every torn or skipped line while reading, on the reading thread
 */
public record ReadOptions(boolean skipCorrupt, Consumer<LogWarning> warnings) {
    /** Stops at a corrupt line; a torn last line is reported to {@code warnings}. */
    public static ReadOptions strict(Consumer<LogWarning> warnings) {
        return new ReadOptions(false, warnings);
    }

    /** Skips corrupt lines and reports each to {@code warnings}. */
    public static ReadOptions skippingCorrupt(Consumer<LogWarning> warnings) {
        return new ReadOptions(true, warnings);
    }
}
