package io.longhaul.store.log;

import java.nio.file.Path;

/**
 * Something in a log that was left out. Immutable.
 *
 * @param kind what it is
 * @param file the segment
 * @param line the line in it, from 1
 * @param message for people, with file and line
 */
public record LogWarning(Kind kind, Path file, long line, String message) {
    /** What was found. */
    public enum Kind {
        /** The last line was not written to its end: a writer died, or is writing right now. */
        TORN_TAIL,
        /** A whole line that cannot be read. */
        CORRUPT_LINE
    }
}
