package io.longhaul.probes.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows at a share of loss: the tables of RFC 8312, section 5.1, for 100 ms (RFC 9438 keeps the formula). */
class LossResponseTest {
    @ParameterizedTest
    @CsvSource({"0.01, 12, 12", "0.001, 38, 38", "0.0001, 120, 187", "0.00001, 379, 1054"})
    void windowsOfTheTables(double loss, double reno, double cubic) {
        assertThat(LossResponse.window("reno", loss, 0.1).orElseThrow()).isCloseTo(reno, within(0.02 * reno));
        assertThat(LossResponse.window("cubic", loss, 0.1).orElseThrow()).isCloseTo(cubic, within(0.04 * cubic));
    }

    @Test
    void bbrIsNotKnownToObeyLoss() {
        assertThat(LossResponse.window("bbr", 0.01, 0.1)).isEmpty();
    }
}
