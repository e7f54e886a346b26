package io.longhaul.probes.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.RefusalCode;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a test must end, in times and octets; a clock below zero is as good as another. */
class RunGuardTest {
    private static final long QUARTER = 250_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long START = -SECOND;
    private static final Duration IDLE = Duration.ofMinutes(1);

    private static RunGuard guard(Optional<Bandwidth> rate, Optional<DataSize> volume) {
        return new RunGuard(new AgentLimits(Duration.ofHours(1), rate, volume, 1, 1, 2, 1), IDLE, START);
    }

    private static RunGuard megabytePerSecond() {
        return guard(Optional.of(Bandwidth.ofBitsPerSecond(8_000_000)), Optional.empty());
    }

    /** Quarters of seconds until it must end, at so many octets each; at most those of a minute. */
    private static int quartersServed(RunGuard guard, long each) {
        for (int i = 1; i <= 240; i++) {
            if (guard.observe(START + i * QUARTER, i * each).isPresent()) {
                return i;
            }
        }
        return 240;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100_000, 250_000})
    void upToTheRateATestMayGoOn(long octetsAQuarter) {
        assertThat(quartersServed(megabytePerSecond(), octetsAQuarter)).isEqualTo(240);
    }

    @Test
    void aTestABitTooFastEndsWithinFiveSeconds() {
        assertThat(quartersServed(megabytePerSecond(), 251_000)).isEqualTo(20);
    }

    @Test
    void aTestMuchTooFastEndsAtOnce() {
        assertThat(quartersServed(megabytePerSecond(), 6_000_000)).isEqualTo(1);
    }

    @Test
    void aBurstAfterARestCountsForFiveSeconds() {
        RunGuard guard = megabytePerSecond();
        long rest = START + 30 * SECOND;
        for (long now = START; now <= rest; now += QUARTER) {
            assertThat(guard.observe(now, 0)).isEmpty();
        }

        assertThat(guard.observe(rest + QUARTER, 4_000_000)).isEmpty();
        assertThat(guard.observe(rest + 2 * QUARTER, 6_000_000)).contains(RefusalCode.TOTAL_RATE);
    }

    @Test
    void whatIsLongerAgoThanFiveSecondsIsForgotten() {
        RunGuard guard = megabytePerSecond();

        assertThat(guard.observe(START + QUARTER, 4_000_000)).isEmpty();
        assertThat(guard.observe(START + 6 * SECOND, 4_000_000)).isEmpty();
        assertThat(guard.observe(START + 7 * SECOND, 8_500_000)).isEmpty();
    }

    @Test
    void aLookThatComesLateCountsTheWholeTime() {
        assertThat(megabytePerSecond().observe(START + 20 * SECOND, 19_000_000)).isEmpty();
        assertThat(megabytePerSecond().observe(START + 20 * SECOND, 21_000_000)).contains(RefusalCode.TOTAL_RATE);
    }

    @Test
    void theVolumeIsOfTheWholeTest() {
        RunGuard guard = guard(Optional.empty(), Optional.of(DataSize.ofMegabytes(1)));

        assertThat(guard.observe(START + SECOND, 1_000_000)).isEmpty();
        assertThat(guard.observe(START + 40 * SECOND, 1_000_001)).contains(RefusalCode.TOTAL_RATE);
    }

    @Test
    void aTestOfNothingEnds() {
        RunGuard guard = guard(Optional.empty(), Optional.empty());

        assertThat(guard.observe(START + 59 * SECOND, 0)).isEmpty();
        assertThat(guard.observe(START + 59 * SECOND + 1, 1)).isEmpty();
        assertThat(guard.observe(START + 118 * SECOND, 1)).isEmpty();
        assertThat(guard.observe(START + 120 * SECOND, 1)).contains(RefusalCode.NO_DATA);
    }
}
