package io.longhaul.store.json;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;

/** The fields that only a throughput measurement has. Stateless. */
final class ThroughputFields {
    private ThroughputFields() {}

    static void encode(FieldWriter out, ThroughputMeasurement run) {
        out.object("asked", run.asked(), ThroughputFields::asked)
                .object("actual", run.actual(), ThroughputFields::actual)
                .objectOrNull("sent", run.sent(), ThroughputFields::transferred)
                .objectOrNull("received", run.received(), ThroughputFields::transferred)
                .objectOrNull("steady", run.steady(), ThroughputFields::steady)
                .integer("retransmits", run.retransmits())
                .objectOrNull("rtt_ms", run.rtt(), MeasurementJson::rtt)
                .objects("streams", run.streams(), ThroughputFields::stream)
                .objects("intervals", run.intervals(), ThroughputFields::interval)
                .object(
                        "cpu",
                        run.cpu(),
                        (fields, cpu) -> fields.seconds("local_core_seconds", cpu.local())
                                .seconds("remote_core_seconds", cpu.remote())
                                .decimal("local_busiest_share", cpu.localBusiest())
                                .decimal("remote_busiest_share", cpu.remoteBusiest())
                                .decimal("local_runnable_share", cpu.localRunnable())
                                .decimal("remote_runnable_share", cpu.remoteRunnable()))
                .text("stopped", run.stopped().id())
                .objectOrNull("datagrams", run.datagrams(), ThroughputFields::datagrams)
                .objectOrNull("opposite", run.opposite(), ThroughputFields::opposite);
    }

    static ThroughputMeasurement decode(FieldReader in, MeasurementHeader header) {
        return new ThroughputMeasurement(
                header,
                in.object("asked", ThroughputFields::asked),
                in.findObject("actual", ThroughputFields::actual).orElse(ThroughputActual.UNKNOWN),
                in.findObject("sent", ThroughputFields::transferred),
                in.findObject("received", ThroughputFields::transferred),
                in.findObject("steady", ThroughputFields::steady),
                in.findInteger("retransmits"),
                in.findObject("rtt_ms", MeasurementJson::rtt),
                in.objects("streams", ThroughputFields::stream),
                in.objects("intervals", ThroughputFields::interval),
                in.findObject(
                                "cpu",
                                cpu -> new CpuUse(
                                        cpu.findSeconds("local_core_seconds"),
                                        cpu.findSeconds("remote_core_seconds"),
                                        cpu.findDecimal("local_busiest_share"),
                                        cpu.findDecimal("remote_busiest_share"),
                                        cpu.findDecimal("local_runnable_share"),
                                        cpu.findDecimal("remote_runnable_share")))
                        .orElse(CpuUse.UNKNOWN),
                StopReason.ofId(in.text("stopped")),
                in.findObject("datagrams", ThroughputFields::datagrams),
                in.findObject("opposite", back -> decode(back, MeasurementJson.header(back))));
    }

    /** The other direction is a whole measurement of its own, less format and kind. */
    private static void opposite(FieldWriter out, ThroughputMeasurement back) {
        MeasurementJson.header(out, back.header());
        encode(out, back);
    }

    private static void datagrams(FieldWriter out, DatagramQuality quality) {
        out.integer("packets", quality.packets())
                .integer("lost", quality.lost())
                .integer("out_of_order", quality.outOfOrder())
                .millis("jitter_ms", quality.jitter());
    }

    private static DatagramQuality datagrams(FieldReader in) {
        return new DatagramQuality(
                in.integer("packets"), in.integer("lost"), in.findInteger("out_of_order"), in.millis("jitter_ms"));
    }

    private static void asked(FieldWriter out, ThroughputAsked asked) {
        out.text("protocol", asked.protocol())
                .integer("streams", asked.streams())
                .bytes("window_bytes", asked.window())
                .bytes("write_bytes", asked.writeSize())
                .text("congestion", asked.congestion())
                .flag("reverse", asked.reverse())
                .flag("bidirectional", asked.bidirectional())
                .seconds("duration_s", asked.duration())
                .bps("held_to_bps", asked.heldTo());
    }

    private static ThroughputAsked asked(FieldReader in) {
        return new ThroughputAsked(
                in.text("protocol"),
                in.smallInteger("streams"),
                in.findBytes("window_bytes"),
                in.findBytes("write_bytes"),
                in.findText("congestion"),
                in.findFlag("reverse").orElse(false),
                in.findFlag("bidirectional").orElse(false),
                in.findSeconds("duration_s"),
                in.findBps("held_to_bps"));
    }

    private static void actual(FieldWriter out, ThroughputActual actual) {
        out.bytes("send_buffer_bytes", actual.sendBuffer())
                .bytes("receive_buffer_bytes", actual.receiveBuffer())
                .text("congestion", actual.congestion())
                .bytes("mss_bytes", actual.mss())
                .bytes("effective_window_bytes", actual.effectiveWindow())
                .bytes("path_mtu_bytes", actual.pathMtu());
    }

    private static ThroughputActual actual(FieldReader in) {
        return new ThroughputActual(
                in.findBytes("send_buffer_bytes"),
                in.findBytes("receive_buffer_bytes"),
                in.findText("congestion"),
                in.findBytes("mss_bytes"),
                in.findBytes("effective_window_bytes"),
                in.findBytes("path_mtu_bytes"));
    }

    private static void transferred(FieldWriter out, Transferred side) {
        out.bytes("bytes", side.size()).bps("bits_per_second", side.rate());
    }

    private static Transferred transferred(FieldReader in) {
        return new Transferred(in.findBytes("bytes"), in.bps("bits_per_second"));
    }

    private static void steady(FieldWriter out, SteadyRate steady) {
        out.bps("bits_per_second", steady.rate())
                .objectOrNull("ci", steady.interval(), Quantities::interval)
                .seconds("from_s", steady.from());
    }

    private static SteadyRate steady(FieldReader in) {
        return new SteadyRate(
                in.bps("bits_per_second"), in.findObject("ci", Quantities::interval), in.seconds("from_s"));
    }

    private static void stream(FieldWriter out, StreamTotal stream) {
        out.integer("id", stream.id())
                .bytes("sent_bytes", stream.sent())
                .bytes("received_bytes", stream.received())
                .integer("retransmits", stream.retransmits());
    }

    private static StreamTotal stream(FieldReader in) {
        return new StreamTotal(
                in.smallInteger("id"),
                in.findBytes("sent_bytes"),
                in.findBytes("received_bytes"),
                in.findInteger("retransmits"));
    }

    private static void interval(FieldWriter out, IntervalSample sample) {
        out.seconds("start_s", sample.start())
                .seconds("end_s", sample.end())
                .bytes("sent_bytes", sample.sent())
                .bytes("received_bytes", sample.received())
                .integer("retransmits", sample.retransmits())
                .millis("rtt_ms", sample.rtt())
                .objectOrNull("tcp", sample.tcp(), ThroughputFields::tcp);
    }

    private static IntervalSample interval(FieldReader in) {
        return new IntervalSample(
                in.seconds("start_s"),
                in.seconds("end_s"),
                in.findBytes("sent_bytes"),
                in.findBytes("received_bytes"),
                in.findInteger("retransmits"),
                in.findMillis("rtt_ms"),
                in.findObject("tcp", ThroughputFields::tcp));
    }

    private static void tcp(FieldWriter out, TcpState tcp) {
        out.bytes("cwnd_bytes", tcp.congestionWindow())
                .millis("min_rtt_ms", tcp.minRtt())
                .seconds("busy_s", tcp.busy())
                .seconds("receive_window_limited_s", tcp.receiveWindowLimited())
                .seconds("send_buffer_limited_s", tcp.sendBufferLimited())
                .bps("delivery_rate_bps", tcp.deliveryRate())
                .seconds("sender_behind_s", tcp.senderBehind())
                .seconds("send_buffer_dry_s", tcp.sendBufferDry())
                .bytes("acknowledged_bytes", tcp.acknowledged());
    }

    private static TcpState tcp(FieldReader in) {
        return new TcpState(
                in.bytes("cwnd_bytes"),
                in.findMillis("min_rtt_ms"),
                in.seconds("busy_s"),
                in.seconds("receive_window_limited_s"),
                in.seconds("send_buffer_limited_s"),
                in.findBps("delivery_rate_bps"),
                in.findSeconds("sender_behind_s"),
                in.findSeconds("send_buffer_dry_s"),
                in.findBytes("acknowledged_bytes"));
    }
}
