package io.longhaul.store.log;

import io.longhaul.core.units.DataSize;

/**
 * How a log is written. Immutable.
 *
 * @param segmentSize a segment that has grown to this size is closed and the next one begun
 */
public record LogOptions(DataSize segmentSize) {
    /** Segments of 64 MiB. */
    public static final LogOptions DEFAULT = new LogOptions(DataSize.ofMebibytes(64));

    public LogOptions {
        if (segmentSize.isZero()) {
            throw new IllegalArgumentException("segmentSize must be above zero");
        }
    }
}
