package io.longhaul.cli.text;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One measurement as text: the series, then both ends' totals, then what was in force. */
public final class MeasurementText {
    private static final String UNKNOWN = "-";

    private MeasurementText() {}

    public static String of(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement run) {
            return throughput(run);
        }
        if (measurement instanceof LatencyMeasurement run) {
            return latency(run);
        }
        return failed((FailedMeasurement) measurement);
    }

    private static String throughput(ThroughputMeasurement run) {
        var text = new StringBuilder();
        line(
                text,
                Table.of(run.intervals())
                        .right(
                                "interval",
                                interval -> String.format(
                                        Locale.ROOT,
                                        "%.1f-%.1f s",
                                        Durations.seconds(interval.start()),
                                        Durations.seconds(interval.end())))
                        .right("sent", interval -> rate(interval.sent(), interval))
                        .right("received", interval -> rate(interval.received(), interval))
                        .right(
                                "retransmits",
                                interval -> interval.retransmits().isPresent()
                                        ? String.valueOf(interval.retransmits().getAsLong())
                                        : UNKNOWN)
                        .right("RTT", interval -> interval.rtt().map(Show::time).orElse(UNKNOWN))
                        .render());
        line(text, "");
        line(text, "sent      " + total(run.sent()));
        line(text, "received  " + total(run.received()));
        line(
                text,
                "steady    "
                        + run.steady()
                                .map(steady -> Show.rate(steady.rate())
                                        + steady.interval()
                                                .map(ci -> " (" + Show.rate(ci.low()) + " to " + Show.rate(ci.high())
                                                        + " at " + Show.percent(ci.level()) + ")")
                                                .orElse("")
                                        + ", from " + Show.time(steady.from()))
                                .orElse("no steady part was found"));
        line(
                text,
                "streams   " + run.asked().streams()
                        + run.asked().window().map(w -> ", window asked " + w).orElse("")
                        + run.actual()
                                .sendBuffer()
                                .map(b -> ", send buffer " + b)
                                .orElse("")
                        + run.actual()
                                .receiveBuffer()
                                .map(b -> ", receive buffer " + b)
                                .orElse("")
                        + run.actual()
                                .effectiveWindow()
                                .map(w -> ", window in force " + w)
                                .orElse("")
                        + run.actual().congestion().map(c -> ", " + c).orElse(""));
        run.datagrams()
                .ifPresent(datagrams -> line(
                        text,
                        "datagrams " + datagrams.packets() + ", lost " + datagrams.lost() + " ("
                                + Show.percent(datagrams.lossShare()) + ")"
                                + (datagrams.outOfOrder().isPresent()
                                        ? ", out of order "
                                                + datagrams.outOfOrder().getAsLong()
                                        : "")
                                + ", jitter " + Show.time(datagrams.jitter())));
        text.append("CPU       ")
                .append(cores(run.cpu().local()))
                .append(" here, ")
                .append(cores(run.cpu().remote()))
                .append(" there; stopped by ")
                .append(run.stopped().id());
        return text.toString();
    }

    private static String rate(Optional<DataSize> size, IntervalSample interval) {
        Duration length = interval.end().minus(interval.start());
        return size.filter(known -> !length.isZero())
                .map(known -> Show.rate(Bandwidth.of(known, length)))
                .orElse(UNKNOWN);
    }

    private static String total(Optional<Transferred> end) {
        return end.map(known -> Show.rate(known.rate())
                        + known.size().map(size -> "  " + Show.size(size)).orElse(""))
                .orElse("unknown");
    }

    private static String cores(Optional<Duration> time) {
        return time.map(known -> String.format(Locale.ROOT, "%.2f core-seconds", Durations.seconds(known)))
                .orElse("unknown");
    }

    private static String latency(LatencyMeasurement run) {
        return run.method().id() + ": " + run.sent() + " sent"
                + (run.lost().isPresent() ? ", " + run.lost().getAsLong() + " lost" : ", losses not counted")
                + run.rtt().map(MeasurementText::percentiles).orElse("");
    }

    private static String percentiles(RttSummary rtt) {
        return System.lineSeparator() + "min " + Show.time(rtt.min())
                + rtt.median().map(t -> ", median " + Show.time(t)).orElse("")
                + rtt.p95().map(t -> ", p95 " + Show.time(t)).orElse("")
                + rtt.p99().map(t -> ", p99 " + Show.time(t)).orElse("")
                + rtt.max().map(t -> ", max " + Show.time(t)).orElse("");
    }

    private static String failed(FailedMeasurement run) {
        return "The " + run.kind() + " probe of " + run.link() + " failed (" + run.reason() + "): " + run.message();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
