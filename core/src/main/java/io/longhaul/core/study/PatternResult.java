package io.longhaul.core.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.List;

/**
 * What a link carried under an access pattern. Immutable.
 *
 * @param pattern when it sent and rested
 * @param bursts that gave a number, in order
 * @param elapsed from the first octet to the end of the last rest
 * @param measurements every run, also the failed ones
 */
public record PatternResult(
        AccessPattern pattern, List<Burst> bursts, Duration elapsed, List<Measurement> measurements) {
    public PatternResult {
        bursts = List.copyOf(bursts);
        measurements = List.copyOf(measurements);
    }

    /**
     * One time of sending. Immutable.
     *
     * @param start from the start of the study
     * @param length true time of sending
     * @param moved octets received
     * @param rate mean over the burst
     */
    public record Burst(Duration start, Duration length, DataSize moved, Bandwidth rate) {}

    /** All bursts together. */
    public DataSize moved() {
        return bursts.stream().map(Burst::moved).reduce(DataSize.ZERO, DataSize::plus);
    }

    /** Mean over the time of sending; zero without bursts. */
    public Bandwidth whileSending() {
        return mean(bursts.stream().map(Burst::length).reduce(Duration.ZERO, Duration::plus));
    }

    /** Mean over all the time, rests included; zero without bursts. */
    public Bandwidth overall() {
        return mean(elapsed);
    }

    private Bandwidth mean(Duration time) {
        return time.isZero() ? Bandwidth.ZERO : Bandwidth.of(moved(), time);
    }
}
