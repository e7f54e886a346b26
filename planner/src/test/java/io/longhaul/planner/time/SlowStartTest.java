package io.longhaul.planner.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowStartTest {
    private static final double RATE = 60e6;

    private static double extra(double megabytes, double streams, double rttMillis) {
        return SlowStart.extraSeconds(megabytes * 8e6, RATE, streams, rttMillis / 1e3);
    }

    /**
     * Seconds that transfers took over kernel TCP in the faithful lab, means of two runs: within two round trips, and
     * within a fifth of the whole time.
     */
    @ParameterizedTest
    @CsvSource({
        "30, 1, 0.5, 0.209", "30, 1, 2, 0.424", "30, 1, 8, 1.231", "30, 8, 0.5, 0.137", "30, 8, 2, 0.361",
        "30, 8, 8, 1.159", "80, 1, 0.5, 0.538", "80, 1, 2, 0.769", "80, 1, 8, 1.585", "80, 8, 0.5, 0.309",
        "80, 8, 2, 0.634", "200, 1, 0.5, 1.318", "200, 1, 2, 1.909", "200, 1, 8, 2.756", "200, 8, 0.5, 0.741",
        "200, 8, 2, 1.409", "200, 8, 8, 2.255"
    })
    void isNearWhatKernelsTook(double rttMillis, double streams, double megabytes, double seconds) {
        double predicted = megabytes * 8e6 / RATE + extra(megabytes, streams, rttMillis);
        assertThat(predicted).isCloseTo(seconds, within(Math.min(2 * rttMillis / 1e3, 0.2 * seconds)));
    }

    @Test
    void neverFallsWithTheVolumeAndEndsAtTwoRoundTripsAndTheDoublings() {
        double before = 0;
        for (double megabytes = 0.001; megabytes < 1000; megabytes *= 1.3) {
            double whole = megabytes * 8e6 / RATE + extra(megabytes, 1, 80);
            assertThat(whole).isGreaterThan(before);
            before = whole;
        }
        double doublings = Math.log(RATE * 0.08 / (14_600 * 8)) / Math.log(2);
        assertThat(extra(1000, 1, 80)).isCloseTo(0.08 * (2 + doublings), within(1e-9));
    }

    /** A whole window fits into the first one: nothing doubles. */
    @Test
    void connectsAndArrivesWhenNothingDoubles() {
        assertThat(extra(0.0001, 64, 10)).isCloseTo(0.015, within(1e-4));
    }
}
