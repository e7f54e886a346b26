package io.longhaul.cli.report;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The time series of one throughput run, thinned for a picture. Immutable.
 *
 * @param id of the measurement in its log
 * @param link direction of the data
 * @param started wall-clock start
 * @param streams TCP connections
 * @param window window asked for; empty when the kernel chose
 * @param stopped why the run ended
 * @param steadyFrom where the warm-up ends; empty when no steady part was found
 * @param mergedBy how many neighbouring intervals of the log each point stands for
 * @param points the series
 */
record RunSeries(
        String id,
        Link link,
        Instant started,
        int streams,
        Optional<DataSize> window,
        StopReason stopped,
        Optional<Duration> steadyFrom,
        int mergedBy,
        List<IntervalSample> points) {
    RunSeries {
        points = List.copyOf(points);
    }

    /** The series of a run, with at most {@code maxPoints} points. */
    static RunSeries of(ThroughputMeasurement run, int maxPoints) {
        int mergedBy = Thinning.factor(run.intervals().size(), maxPoints);
        return new RunSeries(
                run.header().id(),
                run.link(),
                run.header().started(),
                run.asked().streams(),
                run.asked().window(),
                run.stopped(),
                run.steady().map(steady -> steady.from()),
                mergedBy,
                Thinning.merge(run.intervals(), mergedBy));
    }

    /** This series with neighbours merged until at most {@code maxPoints} remain. */
    RunSeries thinnedTo(int maxPoints) {
        int factor = Thinning.factor(points.size(), maxPoints);
        return new RunSeries(
                id,
                link,
                started,
                streams,
                window,
                stopped,
                steadyFrom,
                mergedBy * factor,
                Thinning.merge(points, factor));
    }
}
