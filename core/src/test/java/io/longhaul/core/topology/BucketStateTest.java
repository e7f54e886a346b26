package io.longhaul.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Figures B1 to B5 of "Is Big Data Performance Reproducible in Modern Cloud Networks?" (NSDI 2020). */
class BucketStateTest {
    private static final Bandwidth HIGH = Bandwidth.ofGigabitsPerSecond(10);
    private static final Bandwidth LOW = Bandwidth.ofGigabitsPerSecond(1);
    private static final Duration WEEK = Duration.ofDays(7);

    private static TokenBucket bucket(long gigabits) {
        return new TokenBucket(HIGH, LOW, DataSize.ofBytes(gigabits * 125_000_000L), LOW);
    }

    @Test
    void b1TenGigabitsForTenMinutesThenOneForEver() {
        BucketState fresh = BucketState.full(bucket(5400));
        assertThat(fresh.highFor()).isEqualTo(Duration.ofMinutes(10));
        assertThat(BucketState.full(bucket(5000)).highFor().toSeconds()).isEqualTo(555);
        DataSize tenMinutes = fresh.sentIn(Duration.ofMinutes(10));
        DataSize hourMore = fresh.sentIn(Duration.ofMinutes(70)).minus(tenMinutes);
        assertThat(tenMinutes).isEqualTo(DataSize.ofGigabytes(750));
        assertThat(hourMore).isEqualTo(DataSize.ofGigabytes(450));
    }

    @Test
    void b2SendingSlowlyKeepsTheLevelAndRestTakes83MinutesToFillIt() {
        BucketState spent = BucketState.full(bucket(5000)).afterSending(Duration.ofHours(2));
        assertThat(spent.creditBits()).isZero();
        assertThat(spent.afterSending(Duration.ofHours(5)).highFor()).isZero();
        assertThat(spent.afterRest(Duration.ofSeconds(4999)).creditBits()).isLessThan(5000e9);
        assertThat(spent.afterRest(Duration.ofSeconds(5000))).isEqualTo(BucketState.full(bucket(5000)));
    }

    @Test
    void b3HalfAMinuteOfRestBuysThreeSecondsEveryCycle() {
        for (int sending : new int[] {5, 10}) {
            BucketState state = BucketState.empty(bucket(5000));
            for (int cycle = 0; cycle < 20; cycle++) {
                state = state.afterRest(Duration.ofSeconds(30));
                assertThat(Durations.seconds(state.highFor())).isCloseTo(30 / 9.0, within(1e-6));
                state = state.afterSending(Duration.ofSeconds(sending));
                assertThat(state.creditBits()).isZero();
            }
        }
    }

    @Test
    void b4AWeekCarriesAboutTheSameHoweverItIsSpread() {
        double steady = week(Duration.ofSeconds(40), Duration.ZERO);
        double tenThirty = week(Duration.ofSeconds(10), Duration.ofSeconds(30));
        double fiveThirty = week(Duration.ofSeconds(5), Duration.ofSeconds(30));
        assertThat(tenThirty / steady).isBetween(0.9, 1.1);
        assertThat(fiveThirty / steady).isBetween(0.9, 1.1);
    }

    /** Bits of a week of cycles. */
    private static double week(Duration sending, Duration rest) {
        BucketState state = BucketState.full(bucket(5000));
        double bits = 0;
        Duration cycle = sending.plus(rest);
        for (Duration now = Duration.ZERO; now.compareTo(WEEK) < 0; now = now.plus(cycle)) {
            bits += state.sentIn(sending).bytes() * 8.0;
            state = state.afterSending(sending).afterRest(rest);
        }
        return bits;
    }

    @Test
    void b5LargerBudgetsShortenATransferUntilTheyCoverIt() {
        DataSize volume = DataSize.ofBytes(2000 * 125_000_000L);
        Duration previous = Duration.ofDays(1);
        for (long budget : new long[] {10, 100, 1000, 1799}) {
            Duration time = BucketState.full(bucket(budget)).timeFor(volume);
            assertThat(time).isLessThan(previous);
            previous = time;
        }
        assertThat(BucketState.full(bucket(1800)).timeFor(volume)).isEqualTo(Duration.ofSeconds(200));
        assertThat(BucketState.full(bucket(5000)).timeFor(volume)).isEqualTo(Duration.ofSeconds(200));
    }
}
