package io.longhaul.estimator;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What stands in for the steady rate of a run whose warm-up did not clearly end: what the receivers read in its second
 * half. The last interval is left out, since receivers also count there what was under way when the senders stopped.
 */
final class SecondHalf {
    private static final int FEWEST_INTERVALS = 4;

    private SecondHalf() {}

    static Optional<Bandwidth> received(List<IntervalSample> intervals) {
        List<IntervalSample> half =
                intervals.subList(intervals.size() / 2, Math.max(intervals.size() / 2, intervals.size() - 1));
        boolean known = half.stream().allMatch(interval -> interval.received().isPresent());
        if (intervals.size() < FEWEST_INTERVALS || !known) {
            return Optional.empty();
        }
        DataSize size =
                half.stream().flatMap(interval -> interval.received().stream()).reduce(DataSize.ZERO, DataSize::plus);
        Duration time = half.get(half.size() - 1).end().minus(half.get(0).start());
        return time.isZero() ? Optional.empty() : Optional.of(Bandwidth.of(size, time));
    }
}
