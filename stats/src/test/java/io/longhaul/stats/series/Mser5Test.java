package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Mser5Test {
    @Test
    void dropsTheRamp() {
        double[] series = new double[100];
        for (int i = 0; i < series.length; i++) {
            series[i] = Math.min(1000, 50 * i) + (i % 3 - 1) * 5;
        }

        Mser5.Truncation cut = Mser5.of(series).orElseThrow();

        assertThat(cut.samplesDropped()).isEqualTo(20);
        assertThat(cut.steady()).isTrue();
    }

    @Test
    void keepsASteadySeriesNearlyWhole() {
        var random = new SplittableRandom(3);
        int dropped = 0;
        for (int round = 0; round < 100; round++) {
            double[] series = random.doubles(200).toArray();
            dropped += Mser5.of(series).orElseThrow().samplesDropped();
        }
        assertThat(dropped / 100).isLessThan(30);
    }

    @Test
    void aRampThatNeverEndsIsNotSteady() {
        double[] series = new double[100];
        for (int i = 0; i < series.length; i++) {
            series[i] = i;
        }
        assertThat(Mser5.of(series).orElseThrow().steady()).isFalse();
    }

    @Test
    void belowTwentySamplesThereIsNoAnswer() {
        assertThat(Mser5.of(new double[19])).isEmpty();
        assertThat(Mser5.of(new double[20])).isPresent();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void agreesWithTheDefinition(long seed) {
        var random = new SplittableRandom(seed);
        double[] series = new double[345];
        for (int i = 0; i < series.length; i++) {
            series[i] = 9e9 * (1 - Math.exp(-i / 25.0)) + 5e8 * random.nextDouble();
        }
        var growing = new Mser5();
        for (int i = 0; i < series.length; i++) {
            growing.add(series[i]);
            if (i >= 19 && i % 7 == 0) {
                assertThat(growing.truncation().orElseThrow().samplesDropped())
                        .isEqualTo(byDefinition(Blocks.means(java.util.Arrays.copyOf(series, i + 1), 5)));
            }
        }
    }

    private static int byDefinition(double[] batches) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int d = 0; d <= batches.length / 2; d++) {
            int kept = batches.length - d;
            double mean = 0;
            for (int i = d; i < batches.length; i++) {
                mean += batches[i] / kept;
            }
            double sum = 0;
            for (int i = d; i < batches.length; i++) {
                sum += (batches[i] - mean) * (batches[i] - mean);
            }
            if (sum / kept / kept < least) {
                least = sum / kept / kept;
                best = d;
            }
        }
        return 5 * best;
    }
}
