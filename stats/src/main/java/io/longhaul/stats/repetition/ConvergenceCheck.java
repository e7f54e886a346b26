package io.longhaul.stats.repetition;

import io.longhaul.stats.Interval;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Samples;
import java.util.Arrays;

/**
 * Do more repetitions narrow the interval of the median, as independent ones must? Stateless; safe from any thread.
 *
 * <p>The width shrinks like 1 / sqrt n when repetitions are independent; behind a draining token bucket it grows instead
 * (Uta et al., NSDI 2020, figure 19 and finding 4.4). Compares the interval of the first third with that of all.
 */
public final class ConvergenceCheck {
    private static final int LEAST = 30;

    private ConvergenceCheck() {}

    /**
     * What more repetitions did.
     *
     * @param earlyWidth width of the interval after a third of the samples
     * @param width width of the interval after all
     */
    public record Convergence(double earlyWidth, double width) {
        /** Whether the interval got wider although the samples tripled; independent ones shrink it by about 0.58. */
        public boolean widens() {
            return width > earlyWidth;
        }
    }

    /** Needs thirty samples in the order measured. */
    public static Convergence of(double[] series, double level) {
        Samples.requireFinite(series, LEAST);
        return new Convergence(width(Arrays.copyOf(series, series.length / 3), level), width(series, level));
    }

    private static double width(double[] samples, double level) {
        return QuantileInterval.median(samples, level)
                .findInterval()
                .map(Interval::width)
                .orElse(Double.POSITIVE_INFINITY);
    }
}
