package io.longhaul.probes.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The report of an end as JSON: intervals as rows of numbers, in the order of {@link #COLUMNS}. */
final class EndReportJson {
    static final List<String> COLUMNS = List.of(
            "start_ns",
            "end_ns",
            "sent",
            "received",
            "retransmits",
            "rtt_us",
            "cwnd",
            "min_rtt_us",
            "busy_us",
            "rwnd_limited_us",
            "sndbuf_limited_us",
            "delivery_rate",
            "acked",
            "wire_sent",
            "wire_retransmitted",
            "behind_us",
            "dry_us");

    private static final int FIRST_COUNTER = COLUMNS.indexOf("sent");
    private static final int RETRANSMITS = COLUMNS.indexOf("retransmits");
    private static final int FIRST_OPTIONAL = COLUMNS.indexOf("behind_us");

    /** An agent keeps 2,048 of them. */
    private static final int MOST_SAMPLES = 1 << 16;

    /** 70 TB, or two years of microseconds; sums of all samples stay exact. */
    private static final long MOST_OF_INTERVAL = 1L << 46;

    private EndReportJson() {}

    static ObjectNode write(EndReport report) {
        ObjectNode json = Json.object();
        json.put("version", report.version());
        report.cpuNanos().ifPresent(nanos -> json.put("cpu_ns", nanos));
        json.put("busiest_thread", report.busiestThread());
        json.put("runnable_thread", report.runnableThread());
        report.sendBuffer().ifPresent(octets -> json.put("send_buffer", octets));
        report.receiveBuffer().ifPresent(octets -> json.put("receive_buffer", octets));
        report.congestion().ifPresent(name -> json.put("congestion", name));
        report.mss().ifPresent(octets -> json.put("mss", octets));
        report.pathMtu().ifPresent(octets -> json.put("path_mtu", octets));
        report.offeredWindow().ifPresent(octets -> json.put("offered_window", octets));
        report.outOfOrder().ifPresent(count -> json.put("out_of_order", count));
        ArrayNode columns = json.putArray("columns");
        COLUMNS.forEach(columns::add);
        ArrayNode rows = json.putArray("rows");
        report.samples().forEach(sample -> row(rows.addArray(), sample));
        return json;
    }

    private static void row(ArrayNode row, EndSample sample) {
        KernelSample tcp = sample.tcp();
        row.add(sample.startNanos())
                .add(sample.endNanos())
                .add(sample.sentBytes())
                .add(sample.receivedBytes())
                .add(tcp.retransmits())
                .add(tcp.rttMicros())
                .add(tcp.congestionWindowBytes())
                .add(tcp.minRttMicros())
                .add(tcp.busyMicros())
                .add(tcp.receiveWindowLimitedMicros())
                .add(tcp.sendBufferLimitedMicros())
                .add(tcp.deliveryRate())
                .add(tcp.bytesAcked())
                .add(tcp.bytesSent())
                .add(tcp.bytesRetransmitted())
                .add(tcp.behindMicros())
                .add(tcp.dryMicros());
    }

    static Optional<EndReport> find(JsonNode json) {
        if (!json.isObject()) {
            return Optional.empty();
        }
        return Optional.of(new EndReport(
                Json.text(json, "version").orElse("unknown"),
                counter(json, "cpu_ns"),
                Json.decimal(json, "busiest_thread", 1, 0),
                Json.decimal(json, "runnable_thread", 1, 0),
                counter(json, "send_buffer"),
                counter(json, "receive_buffer"),
                Json.text(json, "congestion"),
                counter(json, "mss"),
                counter(json, "path_mtu"),
                counter(json, "offered_window"),
                counter(json, "out_of_order"),
                samples(json)));
    }

    private static OptionalLong counter(JsonNode json, String key) {
        long value = Json.number(json, key, -1);
        return value < 0 || value > Json.MAX_FIGURE ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static List<EndSample> samples(JsonNode json) {
        var names = new ArrayList<String>();
        json.path("columns").forEach(name -> names.add(name.isString() ? name.stringValue() : ""));
        int[] place = COLUMNS.stream().mapToInt(names::indexOf).toArray();
        var samples = new ArrayList<EndSample>();
        long last = 0;
        for (JsonNode row : json.path("rows")) {
            EndSample sample = sample(row, place);
            if (samples.size() == MOST_SAMPLES) {
                throw new ProtocolException("The peer's intervals are more than can be.");
            }
            if (sample.startNanos() < last || sample.endNanos() < sample.startNanos()) {
                throw new ProtocolException("The peer's intervals are not in the order of time.");
            }
            last = sample.endNanos();
            samples.add(sample);
        }
        return samples;
    }

    private static long unknown(int column) {
        return column >= FIRST_OPTIONAL ? -1 : 0;
    }

    private static EndSample sample(JsonNode row, int[] place) {
        long[] value = new long[place.length];
        for (int i = 0; i < place.length; i++) {
            JsonNode cell = row.path(place[i]);
            value[i] =
                    place[i] >= 0 && cell.isIntegralNumber() && cell.canConvertToLong() ? cell.longValue() : unknown(i);
            value[i] = i < FIRST_COUNTER ? time(i, value[i]) : figure(i, value[i]);
        }
        var tcp = value[RETRANSMITS] < 0
                ? KernelSample.NONE
                : new KernelSample(
                        value[4], value[5], value[6], value[7], value[8], value[9], value[10], value[11], value[12],
                        value[13], value[14], value[15], value[16]);
        return new EndSample(value[0], value[1], value[2], value[3], tcp);
    }

    private static long time(int column, long nanos) {
        if (nanos < 0 || nanos > Json.MAX_FIGURE) {
            throw new ProtocolException("The peer's " + COLUMNS.get(column) + " (" + nanos + ") is out of range.");
        }
        return nanos;
    }

    /** Within what can be: one odd figure of a peer costs that figure, not the run. */
    private static long figure(int column, long value) {
        return Math.max(column == RETRANSMITS ? -1 : unknown(column), Math.min(MOST_OF_INTERVAL, value));
    }
}
