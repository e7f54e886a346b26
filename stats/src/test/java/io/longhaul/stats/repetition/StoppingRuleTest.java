package io.longhaul.stats.repetition;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.stats.Worlds;
import io.longhaul.stats.repetition.StoppingRule.Decision;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
    private static final StoppingRule RULE = StoppingRule.within(0.01, 500);

    @Test
    void stopsWhereConfirmSaysItWould() {
        int total = 0;
        for (int seed = 0; seed < 20; seed++) {
            double[] all = Worlds.normal(new Random(seed), 500, 100, 2);
            int n = 1;
            while (!new StoppingRule(0.01, Double.POSITIVE_INFINITY, 0.95, 10, 500)
                    .advise(Arrays.copyOf(all, n))
                    .stop()) {
                n++;
            }
            total += n;
        }
        assertThat(total / 20).isBetween(20, 60);
    }

    @Test
    void neverBeforeTenSamples() {
        var advice = RULE.advise(new double[] {5, 5, 5, 5, 5, 5, 5, 5, 5});

        assertThat(advice.decision()).isEqualTo(Decision.REPEAT);
        assertThat(advice.reason()).isEqualTo("not enough samples: 9, at least 10 needed");
        assertThat(RULE.advise(new double[] {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}).decision())
                .isEqualTo(Decision.CONVERGED);
    }

    @Test
    void waitsForTheTailAsSoonAsThereCanBeOne() {
        double[] series = Worlds.normal(new Random(2), 60, 100, 0.1);
        for (int i : new int[] {3, 4, 11, 23, 30, 38, 45, 57}) {
            series[i] = 130 + i;
        }
        var advice = RULE.advise(series);

        assertThat(advice.decision()).isEqualTo(Decision.REPEAT);
        assertThat(advice.reason()).contains("90th percentile").contains("is asked for");
    }

    @Test
    void givesUpAtTheCapAndSaysWhatIsMissing() {
        double[] series = Worlds.normal(new Random(1), 50, 100, 20);

        var advice = StoppingRule.within(0.01, 50).advise(series);

        assertThat(advice.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(advice.reason()).contains("median");
    }

    @Test
    void stopsWhenRepeatingDoesNotHelp() {
        double[] rates = Worlds.drainingBucket(new Random(3), 40, 250, 5_000 * 0.9, 10, 1, 0.03);

        assertThat(RULE.advise(rates).decision()).isEqualTo(Decision.NOT_STATIONARY);
    }
}
