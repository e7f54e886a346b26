package io.longhaul.cli.text;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Joins the intervals of a run to rows of a round length that a page has room for. Stateless. */
final class IntervalRows {
    private static final int MOST = 12;
    private static final double[] ROUND = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600};

    private IntervalRows() {}

    static List<IntervalSample> of(List<IntervalSample> intervals) {
        if (intervals.size() <= MOST) {
            return intervals;
        }
        double whole = Durations.seconds(intervals.get(intervals.size() - 1).end());
        double step = step(whole);
        var rows = new ArrayList<IntervalSample>();
        var open = new ArrayList<IntervalSample>();
        for (IntervalSample sample : intervals) {
            double middle = Durations.seconds(sample.start().plus(sample.end()).dividedBy(2));
            if (!open.isEmpty() && middle >= step * (rows.size() + 1)) {
                rows.add(joined(open));
                open.clear();
            }
            open.add(sample);
        }
        rows.add(joined(open));
        return rows;
    }

    private static double step(double whole) {
        for (double step : ROUND) {
            if (whole <= 1.02 * MOST * step) {
                return step;
            }
        }
        return whole / MOST;
    }

    /** The mean of the RTT; the kernel's state as of the end. */
    private static IntervalSample joined(List<IntervalSample> samples) {
        IntervalSample last = samples.get(samples.size() - 1);
        return new IntervalSample(
                samples.get(0).start(),
                last.end(),
                sum(samples.stream().map(IntervalSample::sent).toList()),
                sum(samples.stream().map(IntervalSample::received).toList()),
                retransmits(samples),
                rtt(samples),
                last.tcp());
    }

    private static Optional<DataSize> sum(List<Optional<DataSize>> sizes) {
        return sizes.stream().allMatch(Optional::isPresent)
                ? Optional.of(sizes.stream().flatMap(Optional::stream).reduce(DataSize.ZERO, DataSize::plus))
                : Optional.empty();
    }

    private static OptionalLong retransmits(List<IntervalSample> samples) {
        return samples.stream().allMatch(sample -> sample.retransmits().isPresent())
                ? OptionalLong.of(samples.stream()
                        .mapToLong(sample -> sample.retransmits().getAsLong())
                        .sum())
                : OptionalLong.empty();
    }

    private static Optional<Duration> rtt(List<IntervalSample> samples) {
        List<Duration> known =
                samples.stream().flatMap(sample -> sample.rtt().stream()).toList();
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        known.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(known.size()));
    }
}
