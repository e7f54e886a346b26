package io.longhaul.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderRanksTest {
    @ParameterizedTest
    @CsvSource({
        "6, 1, 6, 96.9",
        "8, 1, 7, 96.1",
        "10, 2, 9, 97.9",
        "15, 4, 12, 96.5",
        "20, 6, 15, 95.9",
        "30, 10, 21, 95.7",
        "50, 18, 32, 95.1",
        "100, 40, 60, 95.4"
    })
    void theTableOfExactMedianIntervals(int n, int lower, int upper, double percent) {
        OrderRanks ranks = OrderRanks.shortest(n, 0.5, 0.95).orElseThrow();

        assertThat(ranks.lower()).isEqualTo(lower);
        assertThat(ranks.upper()).isEqualTo(upper);
        assertThat(100 * ranks.coverage()).isCloseTo(percent, within(0.051));
    }

    @ParameterizedTest
    @CsvSource({"36, 29, 36", "100, 84, 96"})
    void theTableOfTheNinetiethPercentile(int n, int lower, int upper) {
        OrderRanks ranks = OrderRanks.shortest(n, 0.9, 0.95).orElseThrow();

        assertThat(ranks.lower()).isEqualTo(lower);
        assertThat(ranks.upper()).isEqualTo(upper);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 6", "0.9, 29", "0.95, 59", "0.99, 299", "0.1, 29"})
    void belowTheMinimumThereIsNoInterval(double q, int minimum) {
        assertThat(OrderRanks.minimumSamples(q, 0.95)).isEqualTo(minimum);
        assertThat(OrderRanks.shortest(minimum, q, 0.95)).isPresent();
        assertThat(OrderRanks.shortest(minimum - 1, q, 0.95)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 29, 64, 99, 100, 101, 250})
    void noNarrowerPairOfRanksReachesTheLevel(int n) {
        for (double q : new double[] {0.1, 0.25, 0.5, 0.9, 0.95}) {
            var binomial = new BinomialDistribution(null, n, q);
            int narrowest = Integer.MAX_VALUE;
            double covered = 0;
            for (int j = 1; j < n; j++) {
                for (int k = j + 1; k <= n; k++) {
                    double p = binomial.cumulativeProbability(k - 1) - binomial.cumulativeProbability(j - 1);
                    if (p >= 0.95 && (k - j < narrowest || (k - j == narrowest && p > covered))) {
                        narrowest = k - j;
                        covered = p;
                    }
                }
            }
            var found = OrderRanks.shortest(n, q, 0.95);
            if (narrowest == Integer.MAX_VALUE) {
                assertThat(found).isEmpty();
            } else {
                assertThat(found.orElseThrow().upper() - found.orElseThrow().lower())
                        .isEqualTo(narrowest);
                assertThat(found.orElseThrow().coverage()).isCloseTo(covered, within(1e-9));
            }
        }
    }

    @Test
    void symmetricRanksCountInFromBothEnds() {
        for (int n = 6; n < 400; n++) {
            OrderRanks ranks = OrderRanks.symmetric(n, 0.95).orElseThrow();
            var binomial = new BinomialDistribution(null, n, 0.5);

            assertThat(ranks.lower() + ranks.upper()).isEqualTo(n + 1);
            assertThat(ranks.coverage()).isGreaterThanOrEqualTo(0.95);
            assertThat(ranks.coverage())
                    .isCloseTo(
                            binomial.cumulativeProbability(ranks.upper() - 1)
                                    - binomial.cumulativeProbability(ranks.lower() - 1),
                            within(1e-10));
        }
        assertThat(OrderRanks.symmetric(5, 0.95)).isEmpty();
    }

    @Test
    void tenMillionSamplesAgreeWithTheNormalApproximation() {
        OrderRanks ranks = OrderRanks.shortest(10_000_000, 0.9, 0.95).orElseThrow();

        double half = 1.959964 * Math.sqrt(10_000_000 * 0.09);
        assertThat((double) ranks.lower()).isCloseTo(9_000_000 - half, within(3.0));
        assertThat((double) ranks.upper()).isCloseTo(9_000_000 + half, within(3.0));
        assertThat(ranks.coverage()).isBetween(0.95, 0.9502);
    }
}
