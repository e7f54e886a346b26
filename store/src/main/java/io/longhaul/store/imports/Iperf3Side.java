package io.longhaul.store.imports;

import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.json.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one end's report of iperf3 can say of one direction of the data. A client's report has the counts of both ends, since
 * the server sends its own at the end; a server's report says 0 for what only the client knows. Immutable.
 *
 * @param ofServer whether the report is the server's
 * @param serverSends the direction
 */
record Iperf3Side(boolean ofServer, boolean serverSends) {
    private static final double MILLI = 1e-3;

    /** Whether the end that reports is the one that sends. */
    boolean sends() {
        return ofServer == serverSends;
    }

    boolean knowsSent() {
        return !ofServer || sends();
    }

    boolean knowsReceived() {
        return !ofServer || !sends();
    }

    /** The streams of this direction. */
    List<FieldReader> streams(FieldReader end) {
        return end.objects("streams", stream -> stream).stream()
                .filter(stream -> sender(stream).findFlag("sender").orElse(sends()) == sends())
                .toList();
    }

    private static FieldReader sender(FieldReader stream) {
        return stream.object(stream.has("udp") ? "udp" : "sender", side -> side);
    }

    List<StreamTotal> totals(List<FieldReader> streams) {
        List<StreamTotal> totals = new ArrayList<>();
        for (FieldReader stream : streams) {
            FieldReader sender = sender(stream);
            totals.add(new StreamTotal(
                    totals.size() + 1,
                    knowsSent() ? sender.findBytes("bytes") : Optional.empty(),
                    knowsReceived()
                            ? stream.findObject("receiver", side -> side).flatMap(side -> side.findBytes("bytes"))
                            : Optional.empty(),
                    sender.findInteger("retransmits")));
        }
        return totals;
    }

    ThroughputActual actual(FieldReader start, FieldReader end) {
        Optional<DataSize> none = Optional.empty();
        return new ThroughputActual(
                sends() ? start.findBytes("sndbuf_actual") : none,
                sends() ? none : start.findBytes("rcvbuf_actual"),
                end.findText("sender_tcp_congestion"),
                start.findBytes("tcp_mss").or(() -> start.findBytes("tcp_mss_default")));
    }

    /** Of a run over UDP; the order is known to the receiver only. */
    Optional<DatagramQuality> datagrams(FieldReader end, String suffix, List<FieldReader> streams) {
        if (!knowsReceived()) {
            return Optional.empty();
        }
        return end.findObject("sum" + suffix, sum -> sum)
                .filter(sum -> sum.has("packets"))
                .map(sum -> new DatagramQuality(
                        sum.integer("packets"),
                        sum.integer("lost_packets"),
                        sends() ? OptionalLong.empty() : outOfOrder(streams),
                        Durations.ofSeconds(sum.decimal("jitter_ms") * MILLI)));
    }

    private static OptionalLong outOfOrder(List<FieldReader> streams) {
        return streams.stream()
                .map(stream -> sender(stream).findInteger("out_of_order"))
                .reduce(OptionalLong.of(0), Iperf3Side::plus);
    }

    private static OptionalLong plus(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }
}
