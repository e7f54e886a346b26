package io.longhaul.store.export;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The table of runs: one row a measurement, whatever its kind. Stateless. */
final class RunColumns {
    private RunColumns() {}

    static final List<Column<Measurement>> ALL = List.of(
            header("id", header -> Optional.of(header.id())),
            Column.text("kind", run -> Optional.of(run.kind().id())),
            header("from", header -> Optional.of(header.link().from().toString())),
            header("to", header -> Optional.of(header.link().to().toString())),
            header("from_vm_type", MeasurementHeader::fromVmType),
            header("to_vm_type", MeasurementHeader::toVmType),
            Column.time("started", run -> Optional.of(micros(run.header().started()))),
            Column.decimal(
                    "duration_s",
                    run -> Optional.of(Durations.seconds(run.header().duration()))),
            header("prober", header -> Optional.of(header.prober().name())),
            header("prober_version", header -> Optional.of(header.prober().version())),
            header("campaign", MeasurementHeader::campaign),
            throughputText("protocol", run -> Optional.of(run.asked().protocol())),
            throughput("streams", run -> Optional.of((long) run.asked().streams())),
            throughput("window_bytes", run -> run.asked().window().map(DataSize::bytes)),
            throughput("held_to_bps", run -> run.asked().heldTo().map(Bandwidth::bitsPerSecond)),
            throughput("write_bytes", run -> run.asked().writeSize().map(DataSize::bytes)),
            throughputText(
                    "congestion",
                    run -> run.actual().congestion().or(() -> run.asked().congestion())),
            throughput(
                    "sent_bytes", run -> run.sent().flatMap(Transferred::size).map(DataSize::bytes)),
            throughput("sent_bps", run -> run.sent().map(Transferred::rate).map(Bandwidth::bitsPerSecond)),
            throughput(
                    "received_bytes",
                    run -> run.received().flatMap(Transferred::size).map(DataSize::bytes)),
            throughput(
                    "received_bps", run -> run.received().map(Transferred::rate).map(Bandwidth::bitsPerSecond)),
            throughput("steady_bps", run -> run.steady().map(SteadyRate::rate).map(Bandwidth::bitsPerSecond)),
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
            throughput("retransmits", run -> Column.of(run.retransmits())),
            throughputText("stopped", run -> Optional.of(run.stopped().id())),
            Column.decimal(
                    "local_core_s",
                    run -> throughput(run).flatMap(it -> it.cpu().local()).map(Durations::seconds)),
            Column.decimal(
                    "remote_core_s",
                    run -> throughput(run).flatMap(it -> it.cpu().remote()).map(Durations::seconds)),
            Column.text("method", run -> latency(run).map(it -> it.method().id())),
            Column.whole("probes_sent", run -> latency(run).map(LatencyMeasurement::sent)),
            Column.whole("probes_lost", run -> latency(run).flatMap(it -> Column.of(it.lost()))),
            rtt("rtt_min_ms", rtt -> Optional.of(rtt.min())),
            rtt("rtt_median_ms", RttSummary::median),
            rtt("rtt_p95_ms", RttSummary::p95),
            rtt("rtt_p99_ms", RttSummary::p99),
            rtt("rtt_max_ms", RttSummary::max),
            Column.text("failure", run -> failed(run).map(FailedMeasurement::reason)),
            Column.text("failure_message", run -> failed(run).map(FailedMeasurement::message)));

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    private static Column<Measurement> header(String name, Function<MeasurementHeader, Optional<String>> value) {
        return Column.text(name, run -> value.apply(run.header()));
    }

    private static Column<Measurement> throughput(String name, Function<ThroughputMeasurement, Optional<Long>> value) {
        return Column.whole(name, run -> throughput(run).flatMap(value));
    }

    private static Column<Measurement> throughputText(
            String name, Function<ThroughputMeasurement, Optional<String>> value) {
        return Column.text(name, run -> throughput(run).flatMap(value));
    }

    private static Column<Measurement> rtt(String name, Function<RttSummary, Optional<Duration>> value) {
        return Column.decimal(
                name,
                run -> latency(run)
                        .flatMap(LatencyMeasurement::rtt)
                        .or(() -> throughput(run).flatMap(ThroughputMeasurement::rtt))
                        .flatMap(value)
                        .map(Durations::millis));
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
