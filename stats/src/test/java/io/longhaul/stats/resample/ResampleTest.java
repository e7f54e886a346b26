package io.longhaul.stats.resample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Golden;
import io.longhaul.stats.Interval;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Worlds;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResampleTest {
    /** SciPy resamples with another generator, so the ends agree to the noise of the bootstrap. */
    @ParameterizedTest
    @ValueSource(strings = {"shifted", "paired"})
    void ratioOfMediansAgreesWithSciPy(String name) {
        double[] first = Golden.get(name, "first");
        double[] second = Golden.get(name, "second");
        double[] theirs = Golden.get(name, "median-ratio-bca");

        var ours = (Interval) MedianRatio.interval(first, second, 0.95, 40_000, 1);

        assertThat(ours.low()).isCloseTo(theirs[0], within(0.015));
        assertThat(ours.high()).isCloseTo(theirs[1], within(0.015));
        assertThat(ours.contains(MedianRatio.of(first, second))).isTrue();
        assertThat(MedianRatio.interval(first, second, 0.95, 2_000, 5))
                .isEqualTo(MedianRatio.interval(first, second, 0.95, 2_000, 5));
    }

    @Test
    void ratioOfMediansCovers() {
        int covered = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            var random = new Random(seed);
            double[] first = Worlds.normal(random, 40, 8, 0.5);
            double[] second = Worlds.normal(random, 50, 10, 0.8);
            var interval = (Interval) MedianRatio.interval(first, second, 0.95, 1_000, seed);
            covered += interval.contains(0.8) ? 1 : 0;
        }
        assertThat(covered / 1_000.0).isBetween(0.93, 0.97);
    }

    @Test
    void ratioNeedsSixPositiveSamplesEach() {
        double[] five = {1, 2, 3, 4, 5};
        double[] six = {1, 2, 3, 4, 5, 6};

        assertThat(MedianRatio.interval(six, five, 0.95, 1_000, 1)).isEqualTo(new NotEnough(5, 6));
        assertThatThrownBy(() -> MedianRatio.interval(six, new double[6], 0.95, 1_000, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8, 31, 32})
    void drawnMediansFollowThoseOfRealResamples(int n) {
        var random = new Random(n);
        double[] samples = Worlds.normal(random, n, 0, 1);
        var quick = new BootstrapMedian(samples, new Well19937c(3));
        double[] drawn = new double[40_000];
        double[] resampled = new double[40_000];
        double[] work = new double[n];
        for (int r = 0; r < drawn.length; r++) {
            drawn[r] = quick.draw();
            for (int i = 0; i < n; i++) {
                work[i] = samples[random.nextInt(n)];
            }
            resampled[r] = Quantiles.medianInPlace(work, n);
        }
        Arrays.sort(drawn);
        Arrays.sort(resampled);
        for (double threshold : samples) {
            assertThat(shareUpTo(drawn, threshold)).isCloseTo(shareUpTo(resampled, threshold), within(0.012));
        }
    }

    private static double shareUpTo(double[] values, double threshold) {
        return Arrays.stream(values).filter(v -> v <= threshold).count() / (double) values.length;
    }

    @ParameterizedTest
    @ValueSource(strings = {"normal", "autoregression", "random-walk", "trend", "lognormal", "uniform", "long"})
    void blockLengthIsNearThatOfArch(String name) {
        double theirs = Golden.get(name, "block-length")[0];

        assertThat((double) BlockLength.automatic(Golden.get(name, "series")))
                .isBetween(theirs * 0.6 - 1, theirs * 1.5 + 2);
    }

    @Test
    void blocksKeepTheSpreadOfADependentMean() {
        double[] series = Worlds.autoregression(new Random(2), 4_000, 0.6, 0, 1);
        int length = BlockLength.automatic(series);
        var blocks = new MovingBlockBootstrap(length, 400, 9).replicates(series, ResampleTest::mean);
        var single = new MovingBlockBootstrap(1, 400, 9).replicates(series, ResampleTest::mean);

        assertThat(spread(blocks)).isCloseTo(2 / Math.sqrt(4_000), within(0.006));
        assertThat(spread(single)).isCloseTo(1 / Math.sqrt(4_000), within(0.003));
    }

    private static double mean(double[] x) {
        return Arrays.stream(x).average().orElseThrow();
    }

    private static double spread(double[] x) {
        double mean = mean(x);
        return Math.sqrt(Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum() / x.length);
    }
}
