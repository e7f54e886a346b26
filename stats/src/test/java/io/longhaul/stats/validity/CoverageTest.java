package io.longhaul.stats.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Worlds;
import io.longhaul.stats.resample.BlockLength;
import io.longhaul.stats.resample.MovingBlockBootstrap;
import io.longhaul.support.Figures;
import java.util.Locale;
import java.util.Random;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of 1,000 worlds with a known quantile, 93 to 97 % have it inside their nominal 95 % interval. */
class CoverageTest {
    private static final int WORLDS = 1_000;
    private static final int BOOTSTRAP_WORLDS = 400;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final SoundInterval SOUND = SoundInterval.standard();

    @ParameterizedTest(name = "{0} samples, rho {1}, quantile {2}")
    @CsvSource({
        "30, 0, 0.5",
        "50, 0, 0.5",
        "200, 0, 0.5",
        "50, 0, 0.9",
        "100, 0, 0.9",
        "300, 0, 0.9",
        "300, 0.5, 0.5",
        "600, 0.7, 0.5",
        "1000, 0.8, 0.5",
        "300, 0.5, 0.9",
        "600, 0.5, 0.9",
        "1000, 0.8, 0.9"
    })
    void quantileIntervalsCover(int n, double rho, double q) {
        double truth = 5e9 + 2e8 * NORMAL.inverseCumulativeProbability(q);
        int given = 0;
        int covered = 0;
        for (int seed = 0; seed < WORLDS; seed++) {
            double[] series = Worlds.autoregression(new Random(1_000_003L * seed + n), n, rho, 5e9, 2e8);
            IntervalResult result = SOUND.quantile(series, q, 0.95);
            given += result.findInterval().isPresent() ? 1 : 0;
            covered += result.findInterval().filter(i -> i.contains(truth)).isPresent() ? 1 : 0;
        }
        Figures.row(
                "coverage",
                String.format(
                        Locale.ROOT,
                        "sound interval, n %4d, rho %.1f, quantile %.1f: given %d, covered %.1f %%",
                        n,
                        rho,
                        q,
                        given,
                        100.0 * covered / given));
        assertThat(given).as("intervals not refused").isGreaterThan(950);
        assertThat((double) covered / given).as("coverage").isBetween(0.93, 0.97);
    }

    /** The percentile bootstrap is known to be a little short; therefore quantiles go by effective samples above. */
    @ParameterizedTest(name = "{0} samples, rho {1}, quantile {2}")
    @CsvSource({"300, 0.5, 0.5", "300, 0.5, 0.9", "600, 0.7, 0.5"})
    void blockBootstrapNearlyCovers(int n, double rho, double q) {
        double truth = NORMAL.inverseCumulativeProbability(q);
        int covered = 0;
        for (int seed = 0; seed < BOOTSTRAP_WORLDS; seed++) {
            double[] series = Worlds.autoregression(new Random(1_000_003L * seed + n), n, rho, 0, 1);
            int length = BlockLength.automatic(series);
            Interval interval = new MovingBlockBootstrap(length, 300, seed)
                    .interval(series, x -> Quantiles.inPlace(x, x.length, q), 0.95);
            covered += interval.contains(truth) ? 1 : 0;
        }
        Figures.row(
                "coverage",
                String.format(
                        Locale.ROOT,
                        "block bootstrap, n %4d, rho %.1f, quantile %.1f: covered %.1f %%",
                        n,
                        rho,
                        q,
                        100.0 * covered / BOOTSTRAP_WORLDS));
        assertThat((double) covered / BOOTSTRAP_WORLDS).as("coverage").isBetween(0.90, 0.97);
    }
}
