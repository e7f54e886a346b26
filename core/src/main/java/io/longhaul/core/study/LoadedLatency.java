package io.longhaul.core.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Optional;

/**
 * Round-trip times beside loads that are shares of the cap. Immutable.
 *
 * @param cap what the link carries at full speed
 * @param levels from the lightest load on
 * @param measurements every run, also the failed ones
 */
public record LoadedLatency(Bandwidth cap, List<Level> levels, List<Measurement> measurements) {
    private static final double QUIET = 1.2;

    public LoadedLatency {
        levels = List.copyOf(levels);
        measurements = List.copyOf(measurements);
    }

    /**
     * One load. Immutable.
     *
     * @param share of the cap asked for, 0 to 1
     * @param carried rate of the load; empty when it failed
     * @param rtt beside it; empty when nothing came back
     * @param sent probes
     * @param lost probes
     */
    public record Level(double share, Optional<Bandwidth> carried, Optional<RttSummary> rtt, long sent, long lost) {}

    /** The heaviest load up to which the median stays within a fifth of that at rest: what leaves no queue. */
    public Optional<Level> heaviestQuiet() {
        Optional<Level> quiet = Optional.empty();
        Optional<Double> idle = Optional.empty();
        for (Level level : levels) {
            Optional<Double> median = level.rtt().flatMap(RttSummary::median).map(time -> (double) time.toNanos());
            if (idle.isEmpty() && level.share() == 0) {
                idle = median;
            }
            if (idle.isEmpty() || median.isEmpty() || median.get() > QUIET * idle.get()) {
                return quiet;
            }
            quiet = Optional.of(level);
        }
        return quiet;
    }
}
