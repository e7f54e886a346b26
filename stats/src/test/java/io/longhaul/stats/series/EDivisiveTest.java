package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Worlds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EDivisiveTest {
    @Test
    void findsTwoShiftsInAHistory() {
        var random = new Random(1);
        double[] history = new double[90];
        for (int i = 0; i < history.length; i++) {
            double level = i < 30 ? 5.0 : i < 60 ? 4.4 : 6.0;
            history[i] = level * (1 + 0.03 * random.nextGaussian());
        }
        List<ChangePoint> changes = EDivisive.standard(7).find(history);

        assertThat(changes).extracting(ChangePoint::index).containsExactly(30, 60);
        assertThat(changes.get(0).before()).isCloseTo(5.0, within(0.1));
        assertThat(EDivisive.standard(7).find(history)).isEqualTo(changes);
    }

    @Test
    void aSteadyHistoryKeepsItsErrorLevel() {
        int alarms = 0;
        for (int seed = 0; seed < 400; seed++) {
            double[] history = Worlds.normal(new Random(seed), 60, 5, 0.2);
            alarms += EDivisive.standard(seed).find(history).isEmpty() ? 0 : 1;
        }
        assertThat(alarms).isLessThanOrEqualTo(10);
    }

    @Test
    void theStatisticAgreesWithItsDefinition() {
        var random = new Random(3);
        for (int round = 0; round < 50; round++) {
            int n = 8 + random.nextInt(40);
            double[] values = new double[n];
            for (int i = 0; i < n; i++) {
                values[i] = random.nextInt(12) + (i > n / 2 ? 4 : 0);
            }
            var best = EnergySplit.best(values, 0, n, 3);
            double largest = Double.NEGATIVE_INFINITY;
            for (int split = 3; split <= n - 3; split++) {
                largest = Math.max(largest, byDefinition(values, split));
            }
            assertThat(best.statistic()).isCloseTo(largest, within(1e-9));
            assertThat(byDefinition(values, best.index())).isCloseTo(largest, within(1e-9));
        }
    }

    @Test
    void tooFewPermutationsAreRefused() {
        assertThatThrownBy(() -> new EDivisive(0.001, 199, 5, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(EDivisive.standard(1).find(new double[] {1, 2, 3})).isEmpty();
    }

    private static double byDefinition(double[] x, int split) {
        double between = 0;
        double left = 0;
        double right = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = i + 1; j < x.length; j++) {
                double distance = Math.abs(x[i] - x[j]);
                if (j < split) {
                    left += distance;
                } else if (i >= split) {
                    right += distance;
                } else {
                    between += distance;
                }
            }
        }
        double m = split;
        double n = x.length - m;
        return m * n / (m + n) * (2 / (m * n) * between - 2 / (m * (m - 1)) * left - 2 / (n * (n - 1)) * right);
    }
}
