package io.longhaul.stats.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AugmentedDickeyFullerTest {
    @Test
    void aConstantThatEndsWithAStepSaysNothing() {
        double[] series = new double[40];
        Arrays.fill(series, 100);
        series[39] = 60;

        assertThat(AugmentedDickeyFuller.test(series).pValue()).isEqualTo(1);
    }

    /** Rates in steps, as of a paced sender: lags of such series are often the same as each other. */
    @Test
    void anySeriesOfAFewStepsHasAPValue() {
        long seed = Long.getLong("longhaul.seed", 1);
        var random = new Random(seed);
        for (int n = 0; n < 5_000; n++) {
            double[] series = new double[12 + random.nextInt(90)];
            double level = 1 + random.nextInt(3);
            double often = random.nextDouble() * random.nextDouble();
            double scale = Math.pow(10, random.nextInt(12));
            for (int i = 0; i < series.length; i++) {
                level = random.nextDouble() < often ? random.nextInt(4) : level;
                series[i] = level * scale;
            }
            assertThat(AugmentedDickeyFuller.test(series).pValue())
                    .as("-Dlonghaul.seed=" + seed + " series " + n + " " + Arrays.toString(series))
                    .isBetween(0.0, 1.0);
        }
    }
}
