package io.longhaul.stats.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.longhaul.stats.hypothesis.SequentialTest.Decision;
import io.longhaul.support.Figures;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequentialTestTest {
    /** A tenth of the level, in noise of a tenth, at 5 % each way. */
    private static final SequentialTest TEST = new SequentialTest(100, 10, 10, 0.05, 0.05);

    private static final int WORLDS = 2_000;

    @ParameterizedTest(name = "level {0} is {1}")
    @CsvSource({"100, SAME", "110, HIGHER", "90, LOWER", "125, HIGHER", "60, LOWER"})
    void errsNoMoreOftenThanAskedFor(double level, Decision right) {
        int wrong = 0;
        long samples = 0;
        var random = new Random(20_261_121);
        for (int world = 0; world < WORLDS; world++) {
            SequentialTest.Run run = TEST.start();
            while (run.decision() == Decision.UNDECIDED) {
                run.add(level + 10 * random.nextGaussian());
            }
            wrong += run.decision() == right ? 0 : 1;
            samples += run.samples();
        }
        Figures.row(
                "sequential-test",
                String.format(
                        Locale.ROOT,
                        "level %3.0f of 100, noise 10, shift 10: wrong %.1f %%, %.1f samples",
                        level,
                        100.0 * wrong / WORLDS,
                        (double) samples / WORLDS));
        assertThat((double) wrong / WORLDS).isLessThanOrEqualTo(0.06);
    }

    @Test
    void whatHasPlainlyMovedIsFoundInAFewSamples() {
        SequentialTest.Run run = TEST.start();
        for (int i = 0; i < 3; i++) {
            run.add(50);
        }
        assertThat(run.decision()).isEqualTo(Decision.LOWER);
        assertThat(run.samples()).isLessThanOrEqualTo(2);
    }

    @Test
    void aDecisionStands() {
        SequentialTest.Run run = TEST.start();
        while (run.decision() == Decision.UNDECIDED) {
            run.add(100);
        }
        int samples = run.samples();
        for (int i = 0; i < 100; i++) {
            run.add(200);
        }
        assertThat(run.decision()).isEqualTo(Decision.SAME);
        assertThat(run.samples()).isEqualTo(samples);
    }

    @Test
    void aSeriesTooShortDecidesNothing() {
        assertThat(TEST.judge(new double[] {104, 97})).isEqualTo(Decision.UNDECIDED);
        assertThat(TEST.judge(new double[] {150, 150, 150})).isEqualTo(Decision.HIGHER);
    }

    @Test
    void saysHowManySamplesAShiftTakes() {
        assertThat(TEST.expectedSamplesWhenMoved()).isBetween(5.0, 9.0);
        assertThatIllegalArgumentException().isThrownBy(() -> new SequentialTest(1, 0, 1, 0.05, 0.05));
    }
}
