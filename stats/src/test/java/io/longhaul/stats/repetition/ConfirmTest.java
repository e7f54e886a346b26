package io.longhaul.stats.repetition;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.stats.Worlds;
import io.longhaul.support.Figures;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfirmTest {
    /** The table of normal data: coefficient of variation in percent, tolerance in percent, repetitions. */
    @ParameterizedTest
    @CsvSource({"1, 1, 14", "2, 1, 36", "3, 1, 66", "5, 1, 204", "5, 5, 14"})
    void normalDataNeedAsManyAsTabled(double variation, double tolerance, int expected) {
        double[] samples = Worlds.normal(new Random(42), 4_000, 100, variation);

        int needed = new Confirm(tolerance / 100, 0.95, 200, 1)
                .estimate(samples)
                .repetitions()
                .orElseThrow();

        Figures.row(
                "confirm",
                String.format(
                        Locale.ROOT, "CoV %.0f %%, within %.0f %%: %d repetitions", variation, tolerance, needed));
        assertThat((double) needed).isBetween(expected * 0.88, expected * 1.12 + 2);
    }

    /** Figure B12: samples with a spread like that of the clouds (about 3 %) need about seventy for one percent. */
    @Test
    void b12SeventyRepetitionsForOnePercent() {
        int needed = 0;
        for (int seed = 0; seed < 5; seed++) {
            double[] samples = Worlds.normal(new Random(seed), 1_000, 8e9, 2.5e8);
            needed += Confirm.onePercent(seed).estimate(samples).repetitions().orElseThrow();
        }
        Figures.row("confirm", "B12: CoV 3.1 %, within 1 %: " + needed / 5 + " repetitions");
        assertThat(needed / 5).isBetween(60, 85);
    }

    @Test
    void tooFewSamplesSayMoreThan() {
        var estimate = Confirm.onePercent(1).estimate(Worlds.normal(new Random(1), 40, 100, 5));

        assertThat(estimate.repetitions()).isEmpty();
        assertThat(estimate.inWords()).isEqualTo("more than 40");
        assertThat(estimate.curve()).hasSize(31);
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        double[] samples = Worlds.normal(new Random(1), 200, 100, 2);
        double[] before = samples.clone();

        assertThat(Confirm.onePercent(3).estimate(samples))
                .isEqualTo(Confirm.onePercent(3).estimate(samples));
        assertThat(samples).isEqualTo(before);
    }
}
