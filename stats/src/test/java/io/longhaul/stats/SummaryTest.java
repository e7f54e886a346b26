package io.longhaul.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTest {
    @Test
    void describesASample() {
        Summary summary = Summary.of(new double[] {4, 1, 3, 2, 10});

        assertThat(summary.count()).isEqualTo(5);
        assertThat(summary.median()).isEqualTo(3);
        assertThat(summary.mean()).isEqualTo(4);
        assertThat(summary.standardDeviation()).isCloseTo(Math.sqrt(12.5), within(1e-12));
        assertThat(summary.medianAbsoluteDeviation()).isEqualTo(1);
        assertThat(summary.p90()).isCloseTo(7.6, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void selectionAgreesWithSorting(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            int n = random.nextInt(1, 80);
            int distinct = random.nextInt(1, 30);
            double[] x = random.doubles(n).map(u -> Math.floor(u * distinct)).toArray();
            double[] sorted = x.clone();
            Arrays.sort(sorted);
            double q = random.nextDouble();
            int k = random.nextInt(n);

            assertThat(Quantiles.select(x.clone(), n, k)).isEqualTo(sorted[k]);
            assertThat(Quantiles.of(x, q)).isCloseTo(Quantiles.ofSorted(sorted, q), within(1e-12));
        }
    }
}
