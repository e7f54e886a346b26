package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NoiseScaleTest {
    @Test
    void independentNoiseIsTheSameOnEveryScale() {
        var random = new Random(1);
        double[] series =
                random.doubles(20_000).map(u -> random.nextGaussian() * 3).toArray();

        NoiseScale noise = NoiseScale.of(series);

        assertThat(noise.point()).isCloseTo(3, within(0.1));
        assertThat(noise.marginal()).isCloseTo(3, within(0.15));
        assertThat(noise.longRun()).isCloseTo(3, within(0.25));
    }

    @Test
    void shiftsOfLevelDoNotPassForNoise() {
        var random = new Random(2);
        double[] series = new double[5_000];
        for (int i = 0; i < series.length; i++) {
            series[i] = (i / 500) * 40 + random.nextGaussian();
        }
        assertThat(NoiseScale.of(series).longRun()).isCloseTo(1, within(0.2));
    }

    /** An autoregression with rho = 0.6 has marginal sd 1.25 and long-run sd 2.5 for unit innovations. */
    @Test
    void dependenceRaisesTheLongRunNoise() {
        var random = new Random(3);
        double[] series = new double[20_000];
        double state = 0;
        for (int i = 0; i < series.length; i++) {
            state = 0.6 * state + random.nextGaussian();
            series[i] = state;
        }
        NoiseScale noise = NoiseScale.of(series);

        assertThat(noise.marginal()).isCloseTo(1.25, within(0.08));
        assertThat(noise.longRun()).isCloseTo(2.5, within(0.3));
    }
}
