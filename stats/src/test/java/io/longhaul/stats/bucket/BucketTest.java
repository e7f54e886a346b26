package io.longhaul.stats.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Interval;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.bucket.DrainResult.Censored;
import io.longhaul.stats.bucket.DrainResult.Drained;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketTest {
    private static final double[] RESTS = {0.125, 0.25, 0.5, 1, 2};

    /** The small bucket of the measured example (96.5 Mbit/s, 800 Mbit, 20 Mbit/s; low 31), then c5.xlarge in Gbit. */
    @ParameterizedTest
    @CsvSource({
        "96.5, 31, 20, 800, 0.25, 0.02",
        "96.5, 31, 20, 800, 1, 0.02",
        "96.5, 20, 20, 800, 0.5, 0.04",
        "10, 1, 1, 5400, 1, 0.03",
        "10, 1, 1, 5400, 10, 0.05",
        "5, 0.75, 0.75, 300, 1, 0.03"
    })
    void allParametersWithinFivePercent(
            double high, double low, double refill, double budget, double interval, double noise) {
        for (int seed = 0; seed < 20; seed++) {
            BucketEstimate found = identify(new Random(seed), high, low, refill, budget, interval, noise);

            assertThat(found.high()).isCloseTo(high, within(0.05 * high));
            assertThat(found.low()).isCloseTo(low, within(0.05 * low));
            assertThat(found.refill()).isCloseTo(refill, within(0.05 * refill));
            assertThat(found.budget()).isCloseTo(budget, within(0.05 * budget));
        }
    }

    private static BucketEstimate identify(
            Random random, double high, double low, double refill, double budget, double interval, double noise) {
        var bucket = new SimulatedBucket(high, low, refill, budget);
        double toEmpty = budget / (high - refill);
        int drain = (int) Math.ceil((toEmpty * 1.3 + 15 + 12 * interval) / interval);
        var drained =
                (Drained) DrainDetector.STANDARD.find(bucket.send(drain, interval, high, noise, random), interval);
        var bursts = new ArrayList<RestedBurst>();
        for (double share : RESTS) {
            double rest = share * budget / refill;
            bucket.rest(rest);
            int length = (int) Math.ceil(toEmpty * 1.3 / interval) + 10;
            RestedBurst.read(
                            rest,
                            bucket.send(length, interval, high, noise, random),
                            interval,
                            drained.high(),
                            drained.low())
                    .ifPresent(bursts::add);
        }
        assertThat(bursts).hasSize(RESTS.length);
        return BucketEstimate.of(drained, bursts, 0.95);
    }

    @Test
    void intervalsOfRefillAndBudgetCover() {
        int refills = 0;
        int budgets = 0;
        for (int seed = 0; seed < 400; seed++) {
            BucketEstimate found = identify(new Random(seed), 96.5, 31, 20, 800, 0.5, 0.03);
            refills += ((Interval) found.refillInterval()).contains(20) ? 1 : 0;
            budgets += ((Interval) found.budgetInterval()).contains(800) ? 1 : 0;
        }
        assertThat(refills / 400.0).as("refill").isGreaterThan(0.92);
        assertThat(budgets / 400.0).as("budget").isGreaterThan(0.92);
    }

    @Test
    void theMomentIsFinerThanTheInterval() {
        var bucket = new SimulatedBucket(96.5, 31, 20, 800);
        double[] rates = bucket.send(40, 1, 96.5, 0.005, new Random(1));

        var drained = (Drained) DrainDetector.STANDARD.find(rates, 1);

        assertThat(drained.secondsToEmpty()).isCloseTo(800 / 76.5, within(0.1));
        assertThat(drained.budget(20)).isCloseTo(800, within(12.0));
        assertThat(drained.budget(31)).as("taking low for the refill").isLessThan(700);
    }

    @Test
    void aRampBelongsToTheVolumeButNotToTheHighRate() {
        var bucket = new SimulatedBucket(100, 10, 10, 3_000);
        double[] rates = bucket.send(100, 1, 100, 0.02, new Random(2));
        for (int i = 0; i < 5; i++) {
            rates[i] *= 0.2 * i;
        }
        var drained = (Drained) DrainDetector.STANDARD.find(rates, 1);

        assertThat(drained.high()).isCloseTo(100, within(2.0));
    }

    @Test
    void withoutAFallTheResultIsCensored() {
        var bucket = new SimulatedBucket(10, 1, 1, 5_400);
        double[] rates = bucket.send(300, 1, 10, 0.03, new Random(3));

        var censored = (Censored) DrainDetector.STANDARD.find(rates, 1);

        assertThat(censored.seconds()).isEqualTo(300);
        assertThat(censored.volume()).isCloseTo(3_000, within(30.0));
    }

    @Test
    void aFallThatDoesNotLastIsCensored() {
        var bucket = new SimulatedBucket(10, 1, 1, 540);
        double[] rates = bucket.send(66, 1, 10, 0.02, new Random(4));

        assertThat(DrainDetector.STANDARD.find(rates, 1)).isInstanceOf(Censored.class);
    }

    /** r = high T / (t + T): rests of 10 and 20 seconds of the measured example. */
    @Test
    void oneRestGivesTheFormula() {
        RefillFit fit = RefillFit.fit(96.5, List.of(new RestedBurst(10, 2.5)), 0.95);

        assertThat(fit.refill()).isCloseTo(96.5 * 2.5 / 12.5, within(1e-9));
        assertThat(fit.refillInterval()).isEqualTo(new NotEnough(1, 3));
        assertThat(fit.saturation()).isEmpty();
    }

    @Test
    void theHingeFindsTheRestThatFillsTheBucket() {
        var bursts = new ArrayList<RestedBurst>();
        for (double rest : new double[] {5, 10, 20, 40, 80, 160}) {
            bursts.add(new RestedBurst(rest, Math.min(0.25 * rest, 12)));
        }
        RefillFit fit = RefillFit.fit(100, bursts, 0.95);

        assertThat(fit.refill()).isCloseTo(20, within(1e-9));
        assertThat(fit.saturation().orElseThrow()).isCloseTo(48, within(1e-9));
        assertThat(((Interval) fit.refillInterval()).width()).isLessThan(1e-6);
    }

    @Test
    void anUnfinishedBurstIsNotRead() {
        assertThat(RestedBurst.read(10, new double[] {10, 10, 10}, 1, 10, 1)).isEmpty();
        assertThat(RestedBurst.read(10, new double[] {10, 5.5, 1, 1, 1}, 1, 10, 1))
                .contains(new RestedBurst(10, 1.5));
    }

    /** 100 at high, 20 at low, 10 refilled: three seconds of slow start, four at high, one in which the credit ends, then low. */
    @Test
    void whatSlowStartDoesNotUseIsKept() {
        double[] rates = {5, 10, 39, 100, 100, 100, 100, 60, 20, 20, 20, 20, 20, 20, 20, 20};

        assertThat(RestedBurst.read(40, rates, 1, 100, 20, 10).orElseThrow().burstSeconds())
                .isCloseTo((54 + 400 - 7 * 10 + 60 - 20) / 90.0, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aFullBucketLastsAsLongAsTheRateAllows(long seed) {
        BucketEstimate found = identify(new Random(seed), 10, 1, 1, 540, 1, 0.02);

        assertThat(found.secondsAt(10)).isCloseTo(60, within(3.0));
        assertThat(found.secondsAt(0.9)).isInfinite();
    }

    @Test
    void a_high_rate_that_may_be_the_low_one_gives_no_interval_of_the_refill() {
        var high = new Interval(3, 17, 0.95, 0.95);
        var low = new Interval(3.9, 4.1, 0.95, 0.95);
        var drained = new Drained(10, 4, 60, 1, 600, high, low);
        List<RestedBurst> bursts =
                List.of(new RestedBurst(600, 200), new RestedBurst(900, 310), new RestedBurst(1200, 390));

        BucketEstimate found = BucketEstimate.of(drained, bursts, 0.95);

        assertThat(found.refill()).isBetween(2.0, 4.0);
        assertThat(found.refillInterval().findInterval()).isEmpty();
        assertThat(found.budgetInterval().findInterval()).isEmpty();
    }
}
