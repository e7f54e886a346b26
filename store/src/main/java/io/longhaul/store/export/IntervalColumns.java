package io.longhaul.store.export;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.Optional;

/** The table of intervals: one row an interval of a throughput run. Stateless. */
final class IntervalColumns {
    private IntervalColumns() {}

    /** One interval with the run it belongs to. */
    record Row(ThroughputMeasurement run, IntervalSample sample) {}

    static final List<Column<Row>> ALL = List.of(
            Column.text("run_id", row -> Optional.of(row.run().header().id())),
            Column.text(
                    "from", row -> Optional.of(row.run().header().link().from().toString())),
            Column.text("to", row -> Optional.of(row.run().header().link().to().toString())),
            Column.time(
                    "at",
                    row -> Optional.of(RunColumns.micros(
                            row.run().header().started().plus(row.sample().start())))),
            Column.whole("streams", row -> Optional.of((long) row.run().asked().streams())),
            Column.decimal(
                    "start_s", row -> Optional.of(Durations.seconds(row.sample().start()))),
            Column.decimal(
                    "end_s", row -> Optional.of(Durations.seconds(row.sample().end()))),
            Column.whole("sent_bytes", row -> row.sample().sent().map(DataSize::bytes)),
            Column.whole("received_bytes", row -> row.sample().received().map(DataSize::bytes)),
            Column.whole("retransmits", row -> Column.of(row.sample().retransmits())),
            Column.decimal("rtt_ms", row -> row.sample().rtt().map(Durations::millis)),
            Column.whole(
                    "cwnd_bytes",
                    row -> tcp(row).map(TcpState::congestionWindow).map(DataSize::bytes)),
            Column.decimal(
                    "min_rtt_ms", row -> tcp(row).flatMap(TcpState::minRtt).map(Durations::millis)),
            Column.decimal("busy_s", row -> tcp(row).map(TcpState::busy).map(Durations::seconds)),
            Column.decimal(
                    "receive_window_limited_s",
                    row -> tcp(row).map(TcpState::receiveWindowLimited).map(Durations::seconds)),
            Column.decimal(
                    "send_buffer_limited_s",
                    row -> tcp(row).map(TcpState::sendBufferLimited).map(Durations::seconds)),
            Column.whole(
                    "delivery_rate_bps",
                    row -> tcp(row).flatMap(TcpState::deliveryRate).map(Bandwidth::bitsPerSecond)));

    private static Optional<TcpState> tcp(Row row) {
        return row.sample().tcp();
    }
}
