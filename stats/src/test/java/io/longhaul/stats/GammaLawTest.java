package io.longhaul.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GammaLawTest {
    @ParameterizedTest
    @CsvSource({"0.02, 500", "0.25, 500", "0.25, 12", "0.6, 500", "1, 500", "1.5, 2000"})
    void hasTheMeanAndTheSpreadAskedFor(double spread, int count) {
        Summary summary = Summary.of(GammaLaw.factors(spread, count));
        assertThat(summary.mean()).isCloseTo(1, within(1e-9));
        assertThat(summary.coefficientOfVariation()).isCloseTo(spread, within(0.03 * spread));
        assertThat(summary.min()).isNotNegative();
    }

    /** With a spread of 1 it is the exponential law, whose quantiles are known. */
    @Test
    void isTheExponentialLawAtASpreadOfOne() {
        double[] factors = GammaLaw.factors(1, 2001);
        assertThat(factors[1000]).isCloseTo(Math.log(2), within(0.01));
        assertThat(factors[1800]).isCloseTo(Math.log(10), within(0.03));
    }

    @Test
    void refusesWhatIsNoSpread() {
        assertThatIllegalArgumentException().isThrownBy(() -> GammaLaw.factors(0, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> GammaLaw.factors(Double.NaN, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> GammaLaw.factors(0.5, 1));
    }
}
