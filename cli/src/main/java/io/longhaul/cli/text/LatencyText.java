package io.longhaul.cli.text;

import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.units.Show;

/** A latency run for people. */
public final class LatencyText {
    private LatencyText() {}

    public static String of(LatencyMeasurement run) {
        return run.method().id() + ": " + run.sent() + " sent"
                + (run.lost().isPresent() ? ", " + run.lost().getAsLong() + " lost" : ", losses not counted")
                + run.oneWay()
                        .filter(way -> way.forward() + way.backward() > 0)
                        .map(way -> " (" + way.forward() + " on the way there, " + way.backward() + " on the way back)")
                        .orElse("")
                + run.rtt().map(LatencyText::percentiles).orElse("")
                + run.kernel().map(LatencyText::kernel).orElse("");
    }

    private static String kernel(KernelRtt rtt) {
        return System.lineSeparator() + "by the kernel's clock: min " + Show.time(rtt.min()) + ", typically "
                + Show.time(rtt.typical());
    }

    private static String percentiles(RttSummary rtt) {
        return System.lineSeparator() + "min " + Show.time(rtt.min())
                + rtt.median().map(t -> ", median " + Show.time(t)).orElse("")
                + rtt.p95().map(t -> ", p95 " + Show.time(t)).orElse("")
                + rtt.p99().map(t -> ", p99 " + Show.time(t)).orElse("")
                + rtt.max().map(t -> ", max " + Show.time(t)).orElse("");
    }
}
