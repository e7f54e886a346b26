package io.longhaul.estimator;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Refused;
import io.longhaul.stats.bucket.DrainDetector;
import io.longhaul.stats.bucket.DrainResult.Drained;
import io.longhaul.stats.validity.SoundInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reduces a measurement with its series to a {@link Run}, so that a log of any length fits in memory. Stateless. */
final class RunReduction {
    /** Shorter series are left to the repetitions. */
    private static final int LEAST_SAMPLES = 12;

    /** A bucket must be full for this long before it is looked for. */
    private static final double LEAST_SECONDS = 20;

    private static final double SUSPICIOUS_FALL = 0.85;
    private static final double LEVEL = 0.95;

    private RunReduction() {}

    /** @param judgeSeries whether to ask the series for an interval when the prober gave none */
    static Run of(ThroughputMeasurement run, boolean judgeSeries) {
        Optional<RateInterval> own = run.steady().flatMap(SteadyRate::interval);
        double[] rates = rates(run.intervals());
        Optional<IntervalResult> judged = own.isEmpty() && judgeSeries && rates.length >= LEAST_SAMPLES
                ? Optional.of(SoundInterval.standard().median(afterWarmUp(run, rates), LEVEL))
                : Optional.empty();
        Optional<Drained> drain = drain(run.intervals(), rates);
        return new Run(
                run.header().id(),
                run.header().started(),
                run.header().duration(),
                run.header().campaign().orElse(""),
                run.header().fromVmType(),
                run.header().toVmType(),
                run.sent().map(sent -> sent.rate()),
                run.received().map(received -> received.rate()),
                run.steady().map(SteadyRate::rate).or(() -> SecondHalf.received(run.intervals())),
                own.or(() -> judged.flatMap(IntervalResult::findInterval).map(Intervals::ofRates)),
                judged.flatMap(RunReduction::refusal),
                drain,
                drain.isPresent() || BucketFall.of(run).isPresent(),
                run.endpointLimited(),
                Sockets.of(run));
    }

    private static Optional<String> refusal(IntervalResult result) {
        return result.fold(
                (Interval interval) -> Optional.empty(),
                (NotEnough few) -> Optional.of(few.reason()),
                (Refused no) -> Optional.of(no.reason()));
    }

    /** Mean rate of every interval in bit/s as the receivers saw it; none when any is unknown. */
    private static double[] rates(List<IntervalSample> intervals) {
        double[] rates = new double[intervals.size()];
        for (int i = 0; i < rates.length; i++) {
            IntervalSample sample = intervals.get(i);
            double seconds = Durations.seconds(sample.end().minus(sample.start()));
            if (sample.received().isEmpty() || !(seconds > 0)) {
                return new double[0];
            }
            rates[i] = 8.0 * sample.received().get().bytes() / seconds;
        }
        return rates;
    }

    /** Without the warm-up, and without the last interval, which also counts what was still under way. */
    private static double[] afterWarmUp(ThroughputMeasurement run, double[] rates) {
        double from =
                run.steady().map(steady -> Durations.seconds(steady.from())).orElse(0.0);
        int first = 0;
        while (first < rates.length
                && Durations.seconds(run.intervals().get(first).start()) < from) {
            first++;
        }
        int end = Math.max(first, rates.length - 1);
        return Arrays.copyOfRange(rates, Math.min(first, end), end);
    }

    private static Optional<Drained> drain(List<IntervalSample> intervals, double[] rates) {
        if (rates.length < LEAST_SAMPLES) {
            return Optional.empty();
        }
        double seconds = Durations.seconds(intervals.get(rates.length - 1).end());
        int third = rates.length / 3;
        double first = Quantiles.median(Arrays.copyOfRange(rates, 0, third));
        double last = Quantiles.median(Arrays.copyOfRange(rates, rates.length - third, rates.length));
        if (seconds < LEAST_SECONDS || last > SUSPICIOUS_FALL * first) {
            return Optional.empty();
        }
        return DrainDetector.STANDARD
                .find(rates, seconds / rates.length)
                .fold(Optional::<Drained>of, censored -> Optional.empty());
    }
}
