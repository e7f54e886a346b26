package io.longhaul.stats.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlowestOfTest {
    /** Bobtail, NSDI 2013: where 999 of 1000 answer in time, all of 10, 20 and 40 do with 0.990, 0.980 and 0.961. */
    @Test
    void partitionAndAggregateWaitsForTheSlowest() {
        double[] samples = new double[1000];
        Arrays.fill(samples, 10);
        samples[17] = 30;
        EmpiricalDistribution one = EmpiricalDistribution.of(samples);

        assertThat(SlowestOf.of(one, 10, 10, 1).within()).isCloseTo(0.990, within(5e-4));
        assertThat(SlowestOf.of(one, 20, 10, 1).within()).isCloseTo(0.980, within(5e-4));
        assertThat(SlowestOf.of(one, 40, 10, 1).within()).isCloseTo(0.961, within(5e-4));
        assertThat(SlowestOf.of(one, 40, 10, 1).mean()).isCloseTo(10 + 20 * (1 - 0.96077), within(1e-3));
    }

    /** The largest of n uniform draws has the mean n / (n + 1); its interval holds it. */
    @Test
    void theLargestOfUniformDraws() {
        var random = new SplittableRandom(5);
        EmpiricalDistribution one =
                EmpiricalDistribution.of(random.doubles(2000).toArray());
        for (int n : new int[] {1, 2, 5, 20, 100}) {
            SlowestOf slowest = SlowestOf.of(one, n, 0.9, 3);
            double mean = n / (n + 1.0);
            assertThat(slowest.meanInterval().contains(mean)).as("%d", n).isTrue();
            assertThat(slowest.mean()).isCloseTo(mean, within(0.02));
            assertThat(slowest.withinInterval().contains(Math.pow(0.9, n))).isTrue();
        }
    }

    /** As drawing does it, on samples drawn anew. */
    @Test
    void theMeanOfTheLargestIsThatOfDraws() {
        for (long seed = 1; seed <= 20; seed++) {
            var random = new SplittableRandom(seed);
            double[] samples = random.doubles(2 + random.nextInt(40), 1, 9).toArray();
            EmpiricalDistribution one = EmpiricalDistribution.of(samples);
            int n = 1 + random.nextInt(30);
            double sum = 0;
            int trials = 20_000;
            for (int i = 0; i < trials; i++) {
                double largest = 0;
                for (int k = 0; k < n; k++) {
                    largest = Math.max(largest, samples[random.nextInt(samples.length)]);
                }
                sum += largest;
            }
            assertThat(one.meanOfLargest(n)).as("seed %d", seed).isCloseTo(sum / trials, within(0.09));
        }
    }
}
