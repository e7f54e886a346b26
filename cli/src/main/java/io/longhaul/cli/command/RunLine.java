package io.longhaul.cli.command;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Show;

/** A run in a few words, for progress. */
final class RunLine {
    private RunLine() {}

    static String of(Measurement run) {
        if (run instanceof ThroughputMeasurement moved) {
            return (moved.asked().streams() == 1 ? "1 stream, " : moved.asked().streams() + " streams, ")
                    + moved.asked()
                            .window()
                            .map(size -> "window " + size + ", ")
                            .orElse("")
                    + moved.steady()
                            .map(SteadyRate::rate)
                            .or(() -> moved.received().map(Transferred::rate))
                            .map(Show::rate)
                            .orElse("no rate");
        }
        if (run instanceof LatencyMeasurement latency) {
            return latency.rtt().flatMap(RttSummary::median).map(Show::time).orElse("no answer");
        }
        return run instanceof FailedMeasurement failed ? "failed: " + failed.reason() : "";
    }
}
