package io.longhaul.store.export;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.store.json.MeasurementFields;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of intervals: one row an interval of a throughput run. Stateless. */
final class IntervalColumns {
    private IntervalColumns() {}

    /** One interval with the run it belongs to. */
    record Row(ThroughputMeasurement run, IntervalSample sample) {}

    static final List<Column<Row>> ALL = Stream.of(
                    List.of(Column.<Row>text(
                            "run_id", row -> Optional.of(row.run().header().id()))),
                    Column.<Row, MeasurementHeader>of(
                            MeasurementFields.HEADER,
                            row -> Optional.of(row.run().header()),
                            "from",
                            "to"),
                    List.of(Column.<Row>time(
                            "at",
                            row -> Optional.of(Column.micros(row.run()
                                    .header()
                                    .started()
                                    .plus(row.sample().start()))))),
                    Column.<Row, ThroughputAsked>of(
                            MeasurementFields.ASKED,
                            row -> Optional.of(row.run().asked()),
                            "streams"),
                    Column.<Row, IntervalSample>of(MeasurementFields.INTERVAL, row -> Optional.of(row.sample())),
                    Column.<Row, TcpState>of(
                            MeasurementFields.TCP, row -> row.sample().tcp()))
            .flatMap(List::stream)
            .toList();
}
