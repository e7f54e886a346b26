package io.longhaul.stats.repetition;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.stats.Interval;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Worlds;
import io.longhaul.support.Figures;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures B13 and B14 of Uta et al. (NSDI 2020), by simulation. */
class CloudRepetitionTest {
    private static final double FULL = 5_000;

    /** A query that moves much data through a bucket of 5,000 Gbit: run back to back, its runs are no repetitions. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void b13RepetitionsOnADrainingBucketWidenTheInterval(long seed) {
        double[] drained = querySeconds(new Random(seed), 300, false);
        double[] reset = querySeconds(new Random(seed), 300, true);

        Figures.row(
                "b13",
                String.format(
                        Locale.ROOT,
                        "seed %d: interval %.1f s after 16 runs and %.1f s after 48 while draining, %.1f s and %.1f s with resets; median %.2f times too long",
                        seed,
                        width(drained, 16),
                        width(drained, 48),
                        width(reset, 16),
                        width(reset, 48),
                        Quantiles.median(drained) / Quantiles.median(reset)));
        assertThat(width(drained, 48)).isGreaterThan(width(drained, 16));
        assertThat(width(reset, 48)).isLessThan(width(reset, 16));
        assertThat(Quantiles.median(drained) / Quantiles.median(reset)).isGreaterThan(1.1);
    }

    /** A query that moves little (like Query 82) is not hurt. */
    @Test
    void b13AQueryWithLittleTrafficStaysRight() {
        double[] drained = querySeconds(new Random(1), 2, false);
        double[] reset = querySeconds(new Random(1), 2, true);

        assertThat(Quantiles.median(drained) / Quantiles.median(reset)).isBetween(0.95, 1.05);
        assertThat(width(drained, 48)).isLessThan(width(drained, 16));
    }

    /** Of the interval of the median after so many runs; independent ones narrow it like 1 / sqrt n. */
    private static double width(double[] seconds, int runs) {
        return QuantileInterval.median(Arrays.copyOf(seconds, runs), 0.95)
                .findInterval()
                .map(Interval::width)
                .orElseThrow();
    }

    /** 30 s of computing and a volume in Gbit over a link of 10 Gbit/s that is shaped to 1 Gbit/s when credit is gone. */
    private static double[] querySeconds(Random random, double volume, boolean resetEachTime) {
        double[] seconds = new double[48];
        double credit = FULL;
        for (int i = 0; i < seconds.length; i++) {
            credit = resetEachTime ? FULL : credit;
            double atHigh = Math.min(volume, credit / 0.9);
            double network = atHigh / 10 + (volume - atHigh);
            double computing = 30 * (1 + 0.03 * random.nextGaussian());
            credit = Math.min(FULL, credit - 0.9 * atHigh + computing);
            seconds[i] = computing + network * (1 + 0.03 * random.nextGaussian());
        }
        return seconds;
    }

    /** The paper: the median of 3 runs lies outside the interval of 50 in 6 of 8 clouds, that of 10 in 3 of 8. */
    @Test
    void b14ThreeRepetitionsAreWrongMoreOftenThanNot() {
        Figures.row(
                "b14",
                String.format(
                        Locale.ROOT,
                        "median outside the interval of 50 runs: 3 runs %.0f %%, 10 runs %.0f %%",
                        100 * shareOutside(3),
                        100 * shareOutside(10)));
        assertThat(shareOutside(3)).isBetween(0.45, 0.80);
        assertThat(shareOutside(10)).isBetween(0.20, 0.45);
    }

    private static double shareOutside(int repetitions) {
        int outside = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            double[] fifty = Worlds.normal(new Random(seed), 50, 100, 8);
            var interval = (Interval) QuantileInterval.median(fifty, 0.95);
            outside += interval.contains(Quantiles.median(Arrays.copyOf(fifty, repetitions))) ? 0 : 1;
        }
        return outside / 2_000.0;
    }
}
