package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.series.Blocks;
import io.longhaul.stats.series.Mser5;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The rate after slow start: cuts the warm-up off by MSER-5, or where that finds no end at a {@link SteadyTail}, and averages the
 * rest. Intervals of unequal length count by their length, and not at all below half of the longest. Stateless.
 */
final class SteadyPart {

    private static final int BATCH = 5;
    private static final double LEVEL = 0.95;
    private static final double BITS_PER_OCTET_AND_NANO = 8e9;
    private static final double WHOLE = 0.5;

    private SteadyPart() {}

    /** Empty when there are too few intervals, or the warm-up had not ended by half of the run. */
    static Optional<SteadyRate> of(
            List<IntervalSample> intervals, Function<IntervalSample, Optional<DataSize>> octets) {
        return after(
                intervals,
                octets,
                rates -> Mser5.of(rates)
                        .filter(Mser5.Truncation::steady)
                        .map(Mser5.Truncation::samplesDropped)
                        .or(() -> tail(rates, Convergence.DEFAULT)));
    }

    /** What a run that knew its rate well enough knew; empty when it did not by this series. */
    static Optional<SteadyRate> known(
            List<IntervalSample> intervals, Function<IntervalSample, Optional<DataSize>> octets, Convergence rule) {
        return after(intervals, octets, rates -> tail(rates, rule));
    }

    private static Optional<Integer> tail(double[] rates, Convergence rule) {
        OptionalInt cut = SteadyTail.cut(rates, rates.length, rule.tolerance());
        return cut.isPresent() ? Optional.of(cut.getAsInt()) : Optional.empty();
    }

    private static Optional<SteadyRate> after(
            List<IntervalSample> intervals,
            Function<IntervalSample, Optional<DataSize>> octets,
            Function<double[], Optional<Integer>> warmUp) {
        List<IntervalSample> whole = wholeOnes(intervals);
        if (whole.size() < Convergence.FEWEST_INTERVALS
                || whole.stream().anyMatch(sample -> octets.apply(sample).isEmpty())) {
            return Optional.empty();
        }
        double[] rates = whole.stream()
                .mapToDouble(sample -> bits(sample, octets) / nanos(sample))
                .toArray();
        return warmUp.apply(rates).map(dropped -> mean(whole.subList(dropped, whole.size()), octets));
    }

    /** The last one is as long as it happened to be. */
    private static List<IntervalSample> wholeOnes(List<IntervalSample> intervals) {
        double usual = intervals.stream().mapToDouble(SteadyPart::nanos).max().orElse(0);
        return intervals.stream()
                .filter(sample -> nanos(sample) >= WHOLE * usual)
                .toList();
    }

    private static SteadyRate mean(List<IntervalSample> steady, Function<IntervalSample, Optional<DataSize>> octets) {
        double bits =
                steady.stream().mapToDouble(sample -> bits(sample, octets)).sum();
        double nanos = steady.stream().mapToDouble(SteadyPart::nanos).sum();
        double[] rates = steady.stream()
                .mapToDouble(sample -> bits(sample, octets) / nanos(sample))
                .toArray();
        Bandwidth rate = Bandwidth.ofBitsPerSecond(bits / nanos);
        Duration from = steady.get(0).start();
        return new SteadyRate(rate, interval(Blocks.means(rates, BATCH)), from);
    }

    /** Of the median of batch means: batches are nearer to independent than neighbouring samples are. */
    private static Optional<RateInterval> interval(double[] batches) {
        Arrays.sort(batches);
        return QuantileInterval.medianOfSorted(batches, LEVEL)
                .findInterval()
                .map(found -> new RateInterval(
                        Bandwidth.ofBitsPerSecond(found.low()), Bandwidth.ofBitsPerSecond(found.high()), LEVEL));
    }

    private static double bits(IntervalSample sample, Function<IntervalSample, Optional<DataSize>> octets) {
        return octets.apply(sample).map(DataSize::bytes).orElse(0L) * BITS_PER_OCTET_AND_NANO;
    }

    private static double nanos(IntervalSample sample) {
        return sample.end().minus(sample.start()).toNanos();
    }
}
