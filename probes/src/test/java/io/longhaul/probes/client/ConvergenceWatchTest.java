package io.longhaul.probes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stops when the rate is known, and not before. Intervals of 100 ms throughout. */
class ConvergenceWatchTest {
    private static final long INTERVAL = 100_000_000L;
    private static final int NEVER = -1;
    private static final int TEN_SECONDS = 100;

    /** How many intervals it took; the rate in octets an interval. */
    private static int stopsAfter(Convergence rule, IntToDoubleFunction rate, IntToDoubleFunction window) {
        var watch = new ConvergenceWatch(rule, false);
        for (int i = 0; i < TEN_SECONDS; i++) {
            long octets = Math.round(rate.applyAsDouble(i));
            var kernel = new KernelSample(
                    0, 50_000, Math.round(window.applyAsDouble(i)), 50_000, 100_000, 0, 0, 0, octets, octets, 0);
            if (watch.add(new EndSample(i * INTERVAL, (i + 1) * INTERVAL, octets, 0, kernel))) {
                return i + 1;
            }
        }
        return NEVER;
    }

    private static IntToDoubleFunction noisy(long seed, double level, double noise) {
        var random = new SplittableRandom(seed);
        return i -> level * (1 + noise * random.nextGaussian());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSteadyRateIsKnownWithinAThirdOfTenSeconds(long seed) {
        int stopped = stopsAfter(Convergence.DEFAULT, noisy(seed, 1e6, 0.02), i -> 1e6);

        assertThat(stopped).as("seed " + seed).isBetween(20, 33);
    }

    @Test
    void slowStartIsNeverTheAnswer() {
        assertThat(stopsAfter(Convergence.DEFAULT, i -> 1e3 * Math.pow(1.1, i), i -> 1e4 * Math.pow(1.1, i)))
                .isEqualTo(NEVER);
    }

    @Test
    void aWindowThatGrowsHoldsTheAnswerBack() {
        assertThat(stopsAfter(Convergence.DEFAULT, i -> 1e6, i -> 1e4 * Math.pow(1.3, i)))
                .isEqualTo(NEVER);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aRestlessRateRunsToTheEnd(long seed) {
        assertThat(stopsAfter(Convergence.DEFAULT, noisy(seed, 1e6, 0.4), i -> 1e6))
                .as("seed " + seed)
                .isEqualTo(NEVER);
    }

    @Test
    void theWarmUpIsWaitedFor() {
        IntToDoubleFunction noise = noisy(7, 1, 0.01);
        int stopped = stopsAfter(
                Convergence.DEFAULT,
                i -> 1e6 * Math.min(1, Math.pow(2, i / 2.0 - 6)) * noise.applyAsDouble(i),
                i -> 1e6);

        assertThat(stopped).isBetween(27, 60);
    }

    /** Windows that turn around in 80 ms, counted every 100 ms, beat with a period of 420 ms. */
    @Test
    void aSwingOfTheWindowsIsSeenThrough() {
        IntToDoubleFunction swing = i -> 1e6 * (1 + 0.1 * Math.sin(2 * Math.PI * i / 4.2));

        assertThat(stopsAfter(Convergence.DEFAULT, swing, i -> 1e6)).isBetween(20, 45);
    }

    /** Whatever ended the run, that rate is reported, within a few percent of the truth. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aRunThatKnewItsRateTellsIt(long seed) {
        IntToDoubleFunction noise = noisy(seed, 1e6, 0.02 + 0.003 * (seed % 7));
        var watch = new ConvergenceWatch(Convergence.DEFAULT, false);
        var samples = new ArrayList<EndSample>();
        boolean stopped = false;
        for (int i = 0; i < TEN_SECONDS && !stopped; i++) {
            double warm = Math.min(1, Math.pow(2, i - 4));
            samples.add(sample(i, Math.round(warm * noise.applyAsDouble(i))));
            stopped = watch.add(samples.get(i));
        }
        assertThat(stopped).isTrue();
        List<IntervalSample> merged = samples.stream().map(SeriesMerge::local).toList();

        assertThat(SteadyOfRun.of(true, samples, List.of(), merged, Optional.of(Convergence.DEFAULT)))
                .hasValueSatisfying(steady ->
                        assertThat(steady.rate().bitsPerSecond()).isCloseTo(80_000_000L, withinPercentage(4)));
    }

    /** A receiver's samples know no round trip; it is told, and waits for ten. */
    @ParameterizedTest
    @CsvSource({"20, 20", "300, 30", "500, 50"})
    void aReceiverWaitsForTenRoundTrips(long millis, int intervals) {
        var watch = new ConvergenceWatch(Convergence.DEFAULT, true);
        watch.roundTrip(1000 * millis);
        int i = 0;
        while (!watch.add(new EndSample(i * INTERVAL, (i + 1) * INTERVAL, 0, 1_000_000, KernelSample.NONE))) {
            i++;
        }

        assertThat(i + 1).isEqualTo(intervals);
    }

    private static EndSample sample(int i, long octets) {
        var kernel = new KernelSample(0, 50_000, 1_000_000, 50_000, 100_000, 0, 0, 0, octets, octets, 0);
        return new EndSample(i * INTERVAL, (i + 1) * INTERVAL, octets, 0, kernel);
    }
}
