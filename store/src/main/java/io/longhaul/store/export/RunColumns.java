package io.longhaul.store.export;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.json.MeasurementFields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The table of runs: one row a measurement, whatever its kind. Stateless. */
final class RunColumns {
    private RunColumns() {}

    static final List<Column<Measurement>> ALL = Stream.of(
                    Column.<Measurement, MeasurementHeader>of(
                            MeasurementFields.HEADER, run -> Optional.of(run.header()), "id"),
                    List.of(Column.<Measurement>text(
                            "kind", run -> Optional.of(run.kind().id()))),
                    Column.<Measurement, MeasurementHeader>of(
                            MeasurementFields.HEADER,
                            run -> Optional.of(run.header()),
                            "from",
                            "to",
                            "from_vm_type",
                            "to_vm_type",
                            "started",
                            "duration_s",
                            "campaign"),
                    Column.<Measurement, ThroughputAsked>of(
                            MeasurementFields.ASKED,
                            run -> throughput(run).map(ThroughputMeasurement::asked),
                            "protocol",
                            "streams",
                            "window_bytes",
                            "write_bytes",
                            "held_to_bps"),
                    own(),
                    rtts())
            .flatMap(List::stream)
            .toList();

    private static List<Column<Measurement>> rtts() {
        return MeasurementFields.RTT.fields().stream()
                .map(field -> Column.<Measurement, RttSummary>of(
                        "rtt_" + field.name() + "_ms",
                        field,
                        run -> latency(run)
                                .flatMap(LatencyMeasurement::rtt)
                                .or(() -> throughput(run).flatMap(ThroughputMeasurement::rtt))))
                .toList();
    }

    private static List<Column<Measurement>> own() {
        return List.of(
                Column.text("prober", run -> Optional.of(run.header().prober().name())),
                Column.text(
                        "prober_version",
                        run -> Optional.of(run.header().prober().version())),
                throughputText(
                        "congestion",
                        run -> run.actual().congestion().or(() -> run.asked().congestion())),
                throughput(
                        "sent_bytes",
                        run -> run.sent().flatMap(Transferred::size).map(DataSize::bytes)),
                throughput("sent_bps", run -> run.sent().map(Transferred::rate).map(Bandwidth::bitsPerSecond)),
                throughput(
                        "received_bytes",
                        run -> run.received().flatMap(Transferred::size).map(DataSize::bytes)),
                throughput(
                        "received_bps",
                        run -> run.received().map(Transferred::rate).map(Bandwidth::bitsPerSecond)),
                throughput(
                        "steady_bps", run -> run.steady().map(SteadyRate::rate).map(Bandwidth::bitsPerSecond)),
                throughput(
                        "steady_low_bps",
                        run -> run.steady()
                                .flatMap(SteadyRate::interval)
                                .map(ci -> ci.low().bitsPerSecond())),
                throughput(
                        "steady_high_bps",
                        run -> run.steady()
                                .flatMap(SteadyRate::interval)
                                .map(ci -> ci.high().bitsPerSecond())),
                throughput(
                        "retransmits", run -> run.retransmits().stream().boxed().findFirst()),
                throughputText("stopped", run -> Optional.of(run.stopped().id())),
                Column.decimal(
                        "local_core_s",
                        run -> throughput(run).flatMap(it -> it.cpu().local()).map(Durations::seconds)),
                Column.decimal(
                        "remote_core_s",
                        run -> throughput(run).flatMap(it -> it.cpu().remote()).map(Durations::seconds)),
                Column.text("method", run -> latency(run).map(it -> it.method().id())),
                Column.whole("probes_sent", run -> latency(run).map(LatencyMeasurement::sent)),
                Column.whole(
                        "probes_lost",
                        run -> latency(run)
                                .flatMap(it -> it.lost().stream().boxed().findFirst())),
                Column.text("failure", run -> failed(run).map(FailedMeasurement::reason)),
                Column.text("failure_message", run -> failed(run).map(FailedMeasurement::message)));
    }

    private static Column<Measurement> throughput(String name, Function<ThroughputMeasurement, Optional<Long>> value) {
        return Column.whole(name, run -> throughput(run).flatMap(value));
    }

    private static Column<Measurement> throughputText(
            String name, Function<ThroughputMeasurement, Optional<String>> value) {
        return Column.text(name, run -> throughput(run).flatMap(value));
    }

    private static Optional<ThroughputMeasurement> throughput(Measurement run) {
        return run instanceof ThroughputMeasurement it ? Optional.of(it) : Optional.empty();
    }

    private static Optional<LatencyMeasurement> latency(Measurement run) {
        return run instanceof LatencyMeasurement it ? Optional.of(it) : Optional.empty();
    }

    private static Optional<FailedMeasurement> failed(Measurement run) {
        return run instanceof FailedMeasurement it ? Optional.of(it) : Optional.empty();
    }
}
