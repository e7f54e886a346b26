package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Summary;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlappingBatchMeansTest {
    /** By hand: means 1.5, 2.5, 3.5 of 1, 2, 3, 4; squares 2; variance 2 / 6 * 2; 1.5 degrees of freedom. */
    @Test
    void aSmallSeriesByHand() {
        double t = new TDistribution(null, 1.5).inverseCumulativeProbability(0.975);

        assertThat(OverlappingBatchMeans.halfWidth(new double[] {1, 2, 3, 4}, 2, 0.95))
                .isCloseTo(t * Math.sqrt(2.0 / 3), within(1e-9));
    }

    /** With batches of one it is the usual interval of a mean, but for the degrees of freedom. */
    @Test
    void batchesOfOneAreTheStandardError() {
        double[] series = new SplittableRandom(3).doubles(400).toArray();
        double usual = 1.96 * Summary.of(series).standardDeviation() / Math.sqrt(series.length);

        assertThat(OverlappingBatchMeans.halfWidth(series, 1, 0.95)).isCloseTo(usual, within(0.01 * usual));
    }

    /** The mean of a long swing is well known, although its samples differ much. */
    @Test
    void aSwingShorterThanABatchCancels() {
        double[] swing = IntStream.range(0, 84)
                .mapToDouble(i -> 100 + 10 * Math.sin(2 * Math.PI * i / 4.2))
                .toArray();

        assertThat(OverlappingBatchMeans.halfWidth(swing, 10, 0.99)).isLessThan(1.2);
        assertThat(2.576 * Summary.of(swing).standardDeviation() / Math.sqrt(84))
                .isGreaterThan(1.9);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.94, 1", "0.3, 0.92, 0.99", "0.6, 0.86, 0.97"})
    void itCoversTheTruth(double correlation, double atLeast, double atMost) {
        var random = new SplittableRandom(7);
        int covered = 0;
        int times = 2000;
        for (int t = 0; t < times; t++) {
            double[] series = firstOrder(random, 80, correlation);
            double half = OverlappingBatchMeans.halfWidth(series, 10, 0.95);
            covered += Math.abs(Summary.mean(series)) <= half ? 1 : 0;
        }

        assertThat((double) covered / times).isBetween(atLeast, atMost);
    }

    private static double[] firstOrder(SplittableRandom random, int n, double correlation) {
        double[] series = new double[n];
        double before = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            before = correlation * before + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            series[i] = before;
        }
        return series;
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OverlappingBatchMeans.halfWidth(new double[] {1, 2, 3}, 2, 0.95))
                .withMessageContaining("a batch of 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OverlappingBatchMeans.halfWidth(new double[] {1, 2, 3}, 1, 1))
                .withMessageContaining("level");
    }
}
