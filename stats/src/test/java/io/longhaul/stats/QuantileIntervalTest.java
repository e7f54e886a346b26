package io.longhaul.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import org.junit.jupiter.api.Test;

class QuantileIntervalTest {
    @Test
    void readsTheRanksFromTheSamplesInAnyOrder() {
        double[] samples = {7, 1, 10, 3, 4, 9, 2, 8, 5, 6};

        var interval = (Interval) QuantileInterval.median(samples, 0.95);

        assertThat(interval.low()).isEqualTo(2);
        assertThat(interval.high()).isEqualTo(9);
        assertThat(interval.relativeError(5)).isEqualTo(0.8);
        assertThat(samples).startsWith(7, 1, 10);
    }

    @Test
    void tooFewSamplesSayHowManyWouldDo() {
        assertThat(QuantileInterval.median(new double[] {1, 2, 3, 4, 5}, 0.95)).isEqualTo(new NotEnough(5, 6));
        assertThat(QuantileInterval.quantile(new double[28], 0.9, 0.95)).isEqualTo(new NotEnough(28, 29));
        assertThat(QuantileInterval.median(new double[0], 0.95)).isEqualTo(new NotEnough(0, 6));
    }

    @Test
    void aSampleThatIsNoNumberIsNamed() {
        assertThatThrownBy(() -> QuantileInterval.median(new double[] {1, Double.NaN}, 0.95))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Sample 1");
    }

    @Test
    void foldsOverItsCases() {
        String text = QuantileInterval.median(new double[] {1}, 0.95)
                .fold(Interval::toString, NotEnough::reason, Refused::reason);

        assertThat(text).isEqualTo("not enough samples: 1, at least 6 needed");
    }
}
