package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeltTest {
    @Test
    void findsACleanStep() {
        assertThat(Pelt.changes(new double[] {1, 1, 1, 1, 5, 5, 5, 5, 2, 2, 2}, 0.5, 2))
                .containsExactly(4, 8);
    }

    @Test
    void aConstantSeriesHasNoChange() {
        assertThat(Pelt.changes(new double[500], 1e-9, 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void equalsTheUnprunedDynamicProgram(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            int n = random.nextInt(2, 90);
            int minSegment = random.nextInt(1, 8);
            double penalty = random.nextDouble(0.05, 3);
            double[] series = new double[n];
            double level = 0;
            for (int i = 0; i < n; i++) {
                level = random.nextDouble() < 0.1 ? random.nextDouble(-3, 3) : level;
                series[i] = level + random.nextDouble(-1, 1);
            }
            assertThat(Pelt.changes(series, penalty, minSegment)).isEqualTo(unpruned(series, penalty, minSegment));
        }
    }

    private static List<Integer> unpruned(double[] x, double penalty, int minSegment) {
        int n = x.length;
        double[] best = new double[n + 1];
        int[] from = new int[n + 1];
        for (int t = 1; t <= n; t++) {
            best[t] = Double.POSITIVE_INFINITY;
            for (int s = 0; s <= t - minSegment; s++) {
                double total = (s == 0 ? 0 : best[s] + penalty) + cost(x, s, t);
                if (total < best[t]) {
                    best[t] = total;
                    from[t] = s;
                }
            }
        }
        var changes = new ArrayList<Integer>();
        for (int t = from[n]; t > 0; t = from[t]) {
            changes.add(t);
        }
        Collections.reverse(changes);
        return changes;
    }

    private static double cost(double[] x, int from, int to) {
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += x[i] / (to - from);
        }
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (x[i] - mean) * (x[i] - mean);
        }
        return sum;
    }
}
