package io.longhaul.core.study;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.util.List;
import java.util.Optional;

/**
 * A point of the grid and what was measured there, before it is explained. Immutable.
 *
 * @param streams connections
 * @param window socket buffers asked for; empty left them to the kernel
 * @param writeSize octets a write
 * @param rate median over the repetitions
 * @param repetitions rate of each, lowest first
 * @param interval of the rate, from the repetition in the middle; empty when its samples give no right to one
 * @param evidence of the repetition in the middle
 */
public record CellRun(
        int streams,
        Optional<DataSize> window,
        DataSize writeSize,
        Bandwidth rate,
        List<Bandwidth> repetitions,
        Optional<RateInterval> interval,
        CellEvidence evidence) {
    public CellRun {
        repetitions = List.copyOf(repetitions);
    }

    public double bitsPerSecond() {
        return rate.bitsPerSecond();
    }

    public double bitsPerSecondOfOne() {
        return bitsPerSecond() / streams;
    }

    /** A window left to the kernel is taken for the largest of all. */
    public long windowBytes() {
        return window.map(DataSize::bytes).orElse(Long.MAX_VALUE);
    }
}
