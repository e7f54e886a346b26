package io.longhaul.core.measure;

import io.longhaul.core.topology.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs of one stream that know their intervals and hardly anything else. */
public final class BareRun {
    private BareRun() {}

    public static ThroughputMeasurement of(List<IntervalSample> intervals) {
        return of(intervals, Instant.EPOCH);
    }

    public static ThroughputMeasurement of(List<IntervalSample> intervals, Instant started) {
        return of(intervals, started, false, CpuUse.UNKNOWN);
    }

    static ThroughputMeasurement of(List<IntervalSample> intervals, Instant started, boolean reverse, CpuUse cpu) {
        var header = new MeasurementHeader(
                "1",
                Link.between("lab:a", "lab:b"),
                Optional.empty(),
                Optional.empty(),
                started,
                intervals.isEmpty()
                        ? Duration.ZERO
                        : intervals.get(intervals.size() - 1).end(),
                new MeasurementHeader.Prober("test", "1"),
                Optional.empty());
        var asked = new ThroughputAsked(
                "longhaul", 1, Optional.empty(), Optional.empty(), Optional.empty(), reverse, false, Optional.empty());
        return new ThroughputMeasurement(
                header,
                asked,
                ThroughputActual.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                List.of(new StreamTotal(1, Optional.empty(), Optional.empty(), OptionalLong.empty())),
                intervals,
                cpu,
                StopReason.TIME);
    }
}
