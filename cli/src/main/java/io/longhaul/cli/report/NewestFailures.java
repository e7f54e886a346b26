package io.longhaul.cli.report;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the newest failed runs. Confined to one thread. */
final class NewestFailures {
    /** More than a reader would go through; the log has them all. */
    static final int KEPT = 500;

    private static final Comparator<FailedMeasurement> OLDEST_FIRST = Comparator.<FailedMeasurement, Instant>comparing(
                    failure -> failure.header().started())
            .thenComparing(failure -> failure.header().id());

    private final PriorityQueue<FailedMeasurement> newest = new PriorityQueue<>(OLDEST_FIRST);

    void add(Measurement measurement) {
        if (measurement instanceof FailedMeasurement failure) {
            newest.add(failure);
            if (newest.size() > KEPT) {
                newest.remove();
            }
        }
    }

    List<FailedMeasurement> newestFirst() {
        return newest.stream().sorted(OLDEST_FIRST.reversed()).toList();
    }
}
