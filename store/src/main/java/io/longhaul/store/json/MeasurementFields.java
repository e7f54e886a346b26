package io.longhaul.store.json;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;

/** The fields of measurements, each once; see {@code docs/formats/measurement-log.md}. Stateless. */
public final class MeasurementFields {
    /** What every measurement begins with. */
    public static final RecordFields<MeasurementHeader> HEADER = RecordFields.of(MeasurementHeader.class)
            .plain("id")
            .link()
            .plain("from_vm_type", "to_vm_type", "started", "duration_s")
            .object("prober", RecordFields.of(MeasurementHeader.Prober.class).plain("name", "version"))
            .plain("campaign");

    public static final RecordFields<RttSummary> RTT =
            RecordFields.of(RttSummary.class).inMillis().plain("min", "median", "p95", "p99", "max");

    public static final RecordFields<ThroughputAsked> ASKED = RecordFields.of(ThroughputAsked.class)
            .plain("protocol", "streams", "window_bytes", "write_bytes", "congestion")
            .plainOr("reverse", false)
            .plainOr("bidirectional", false)
            .plain("duration_s", "held_to_bps");

    public static final RecordFields<TcpState> TCP = RecordFields.of(TcpState.class)
            .plain("cwnd_bytes", "min_rtt_ms", "busy_s", "receive_window_limited_s", "send_buffer_limited_s")
            .plain("delivery_rate_bps", "sender_behind_s", "send_buffer_dry_s", "acknowledged_bytes");

    public static final RecordFields<IntervalSample> INTERVAL = RecordFields.of(IntervalSample.class)
            .plain("start_s", "end_s", "sent_bytes", "received_bytes", "retransmits", "rtt_ms")
            .object("tcp", TCP);

    private static final RecordFields<ThroughputActual> ACTUAL = RecordFields.of(ThroughputActual.class)
            .plain("send_buffer_bytes", "receive_buffer_bytes", "congestion")
            .plain("mss_bytes", "effective_window_bytes", "path_mtu_bytes");

    private static final RecordFields<Transferred> TRANSFERRED =
            RecordFields.of(Transferred.class).plain("bytes", "bits_per_second");

    private static final RecordFields<CpuUse> CPU = RecordFields.of(CpuUse.class)
            .plain("local_core_seconds", "remote_core_seconds", "local_busiest_share", "remote_busiest_share")
            .plain("local_runnable_share", "remote_runnable_share");

    /** A throughput run, apart from {@code format} and {@code kind}; so the other direction of one stands in it as well. */
    static final RecordFields<ThroughputMeasurement> THROUGHPUT = RecordFields.of(ThroughputMeasurement.class)
            .flat(HEADER)
            .object("asked", ASKED)
            .objectOr("actual", ACTUAL, ThroughputActual.UNKNOWN)
            .object("sent", TRANSFERRED)
            .object("received", TRANSFERRED)
            .object(
                    "steady",
                    RecordFields.of(SteadyRate.class)
                            .plain("bits_per_second")
                            .object("ci", Quantities.RATES)
                            .plain("from_s"))
            .plain("retransmits")
            .object("rtt_ms", RTT)
            .objects(
                    "streams",
                    RecordFields.of(StreamTotal.class).plain("id", "sent_bytes", "received_bytes", "retransmits"))
            .objects("intervals", INTERVAL)
            .objectOr("cpu", CPU, CpuUse.UNKNOWN)
            .text("stopped", StopReason::id, StopReason::ofId)
            .object(
                    "datagrams",
                    RecordFields.of(DatagramQuality.class).plain("packets", "lost", "out_of_order", "jitter_ms"))
            .object("opposite", () -> MeasurementFields.THROUGHPUT);

    static final RecordFields<LatencyMeasurement> LATENCY = RecordFields.of(LatencyMeasurement.class)
            .flat(HEADER)
            .text("method", LatencyMethod::id, LatencyMethod::ofId)
            .plain("sent", "lost")
            .object("rtt_ms", RTT)
            .object(
                    "one_way_lost",
                    RecordFields.of(LatencyMeasurement.OneWayLoss.class).plain("forward", "backward"))
            .object("kernel_rtt_ms", RecordFields.of(KernelRtt.class).inMillis().plain("min", "typical"));

    private MeasurementFields() {}
}
