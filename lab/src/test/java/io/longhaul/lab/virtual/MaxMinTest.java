package io.longhaul.lab.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaxMinTest {
    @Test
    void aSmallDemandLeavesItsShareToTheOthers() {
        double[] rates = allocate(
                new double[] {90}, new double[] {1, 1, 1}, new double[] {10, 500, 500}, new int[][] {{0}, {0}, {0}});
        assertThat(rates).containsExactly(10, 40, 40);
    }

    @Test
    void streamsCountAsWeights() {
        double[] rates =
                allocate(new double[] {100}, new double[] {1, 3}, new double[] {1e9, 1e9}, new int[][] {{0}, {0}});
        assertThat(rates).containsExactly(25, 75);
    }

    @Test
    void theTextbooksFourLinks() {
        // Bertsekas and Gallager, example of section 6.5.2 in spirit: one long flow over both links, one short on each
        double[] rates =
                allocate(new double[] {10, 40}, new double[] {1, 1, 1}, new double[] {1e9, 1e9, 1e9}, new int[][] {
                    {0, 1}, {0}, {1}
                });
        assertThat(rates).containsExactly(5, 5, 35);
    }

    /**
     * The definition itself: no capacity is exceeded, and each flow below its demand has a full resource on which no other
     * flow has a larger share.
     */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyFlowBelowItsDemandHasABottleneck(long seed) {
        var random = new SplittableRandom(seed);
        int resources = random.nextInt(2, 30);
        int flows = random.nextInt(1, 200);
        double[] capacities = random.doubles(resources, 10, 100).toArray();
        double[] weights = random.ints(flows, 1, 20).asDoubleStream().toArray();
        double[] demands = random.doubles(flows, 0.1, 60).toArray();
        int[][] uses = new int[flows][];
        for (int i = 0; i < flows; i++) {
            uses[i] = random.ints(0, resources)
                    .distinct()
                    .limit(random.nextInt(1, Math.min(4, resources + 1)))
                    .toArray();
        }
        double[] rates = allocate(capacities, weights, demands, uses);
        double[] carried = new double[resources];
        for (int i = 0; i < flows; i++) {
            for (int r : uses[i]) {
                carried[r] += rates[i];
            }
        }
        for (int r = 0; r < resources; r++) {
            assertThat(carried[r]).isLessThanOrEqualTo(capacities[r] * (1 + 1e-9));
        }
        for (int i = 0; i < flows; i++) {
            assertThat(rates[i]).isLessThanOrEqualTo(demands[i]);
            assertThat(rates[i] >= demands[i] || hasBottleneck(i, capacities, carried, weights, uses, rates))
                    .as("flow %s of seed %s", i, seed)
                    .isTrue();
        }
    }

    private static boolean hasBottleneck(
            int flow, double[] capacities, double[] carried, double[] weights, int[][] uses, double[] rates) {
        for (int r : uses[flow]) {
            boolean full = carried[r] > capacities[r] * (1 - 1e-9);
            boolean largest = true;
            for (int other = 0; other < rates.length; other++) {
                for (int s : uses[other]) {
                    largest &= s != r || rates[other] / weights[other] <= rates[flow] / weights[flow] * (1 + 1e-9);
                }
            }
            if (full && largest) {
                return true;
            }
        }
        return false;
    }

    private static double[] allocate(double[] capacities, double[] weights, double[] demands, int[][] uses) {
        int count = weights.length;
        double[] rates = new double[count];
        new MaxMin(capacities.length).allocate(capacities.clone(), 0, count, weights, demands, uses, rates);
        assertThat(rates[0]).isCloseTo(rates[0], within(0.0));
        return rates;
    }
}
