package io.longhaul.cli.text;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Rfc6349;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.function.Function;

/** A throughput run as text: the series, then both ends' totals, what was in force, and what follows from it. */
public final class ThroughputText {
    private static final String UNKNOWN = "-";

    /** From here on, per cent are hard to read. */
    private static final double MANY = 10;

    private ThroughputText() {}

    /** The run, with the figures of RFC 6349 where they are known. */
    public static String of(ThroughputMeasurement run, Rfc6349 figures) {
        var text = new StringJoiner(System.lineSeparator());
        run.opposite().ifPresent(back -> text.add("From here to there:"));
        text.add(direction(run));
        figures(figures).ifPresent(known -> text.add("RFC 6349  " + known));
        run.opposite().ifPresent(back -> text.add("").add("From there to here:").add(direction(back)));
        text.add(cpu(run.cpu()) + "; stopped by " + run.stopped().id());
        if (run.endpointLimited()) {
            text.add("A thread filled its core (endpoint-cpu): this is a result about an end, not about the network.");
        }
        return text.toString();
    }

    private static String direction(ThroughputMeasurement run) {
        var text = new StringJoiner(System.lineSeparator());
        text.add(intervals(run.intervals()));
        text.add("");
        text.add("sent      " + total(run.sent()));
        text.add("received  " + total(run.received()));
        text.add("steady    " + run.steady().map(ThroughputText::steady).orElse("no steady part was found"));
        text.add("streams   " + run.asked().streams()
                + run.asked().window().map(w -> ", window asked " + w).orElse("") + inForce(run.actual()));
        held(run.intervals()).ifPresent(share -> text.add("held back " + share));
        run.datagrams().ifPresent(datagrams -> text.add("datagrams " + datagrams(datagrams)));
        return text.toString();
    }

    private static String intervals(List<IntervalSample> intervals) {
        return Table.of(IntervalRows.of(intervals))
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
                .right(
                        "cwnd",
                        interval -> interval.tcp()
                                .map(TcpState::congestionWindow)
                                .map(Show::size)
                                .orElse(UNKNOWN))
                .render();
    }

    private static String steady(SteadyRate steady) {
        return Show.rate(steady.rate())
                + steady.interval()
                        .map(ci -> " (" + Show.rate(ci.low()) + " to " + Show.rate(ci.high()) + " at "
                                + Show.percent(ci.level()) + ")")
                        .orElse("")
                + ", from " + Show.time(steady.from());
    }

    private static String inForce(ThroughputActual actual) {
        return actual.sendBuffer().map(b -> ", send buffer " + b).orElse("")
                + actual.receiveBuffer().map(b -> ", receive buffer " + b).orElse("")
                + actual.effectiveWindow().map(w -> ", window in force " + w).orElse("")
                + actual.congestion().map(c -> ", " + c).orElse("");
    }

    /** Shares of the time in which the senders had something under way. */
    private static Optional<String> held(List<IntervalSample> intervals) {
        double busy = sum(intervals, TcpState::busy);
        if (busy == 0) {
            return Optional.empty();
        }
        return Optional.of(Show.percent(sum(intervals, TcpState::receiveWindowLimited) / busy)
                + " of the time by the receiver's window, "
                + Show.percent(sum(intervals, TcpState::sendBufferLimited) / busy) + " by the send buffer");
    }

    private static double sum(List<IntervalSample> intervals, Function<TcpState, Duration> time) {
        return intervals.stream()
                .flatMap(interval -> interval.tcp().stream())
                .mapToDouble(tcp -> Durations.seconds(time.apply(tcp)))
                .sum();
    }

    private static String datagrams(DatagramQuality datagrams) {
        return datagrams.packets() + ", lost " + datagrams.lost() + " (" + Show.percent(datagrams.lossShare()) + ")"
                + (datagrams.outOfOrder().isPresent()
                        ? ", out of order " + datagrams.outOfOrder().getAsLong()
                        : "")
                + ", jitter " + Show.time(datagrams.jitter());
    }

    private static Optional<String> figures(Rfc6349 figures) {
        var known = new ArrayList<String>();
        figure("transfer time ratio %.3f", figures.transferTimeRatio(), 1).ifPresent(known::add);
        figure("efficiency %.3f %%", figures.efficiency(), 100).ifPresent(known::add);
        figure(
                        figures.bufferDelay().orElse(0) > MANY
                                ? "buffer delay %.0f times the baseline"
                                : "buffer delay %.1f %%",
                        figures.bufferDelay(),
                        figures.bufferDelay().orElse(0) > MANY ? 1 : 100)
                .ifPresent(known::add);
        figures.bandwidthDelayProduct()
                .ifPresent(product -> known.add("bandwidth-delay product " + Show.size(product)));
        return known.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", known));
    }

    private static Optional<String> figure(String format, OptionalDouble value, double scale) {
        return value.isPresent()
                ? Optional.of(String.format(Locale.ROOT, format, scale * value.getAsDouble()))
                : Optional.empty();
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

    private static String cpu(CpuUse use) {
        return "CPU       " + cores(use.local()) + " here, " + cores(use.remote()) + " there";
    }

    private static String cores(Optional<Duration> time) {
        return time.map(known -> String.format(Locale.ROOT, "%.2f core-seconds", Durations.seconds(known)))
                .orElse("unknown");
    }
}
