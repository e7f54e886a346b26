package io.longhaul.cli.demo;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputMeasurement;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Takes out of a measurement what the portable lab cannot show: between the two ends lies a proxy, so what the kernels
 * say of round-trip times, retransmits, windows and buffers is the loopback's and not the emulated path's. A number that
 * would mislead is absent. Stateless.
 */
final class LabView {
    private LabView() {}

    static Measurement of(Measurement measurement) {
        return measurement instanceof ThroughputMeasurement run ? of(run) : measurement;
    }

    private static ThroughputMeasurement of(ThroughputMeasurement run) {
        return new ThroughputMeasurement(
                run.header(),
                run.asked(),
                ThroughputActual.UNKNOWN,
                run.sent(),
                run.received(),
                run.steady(),
                OptionalLong.empty(),
                Optional.empty(),
                run.streams().stream().map(LabView::of).toList(),
                run.intervals().stream().map(LabView::of).toList(),
                run.cpu(),
                run.stopped(),
                run.datagrams(),
                run.opposite().map(LabView::of));
    }

    private static StreamTotal of(StreamTotal stream) {
        return new StreamTotal(stream.id(), stream.sent(), stream.received(), OptionalLong.empty());
    }

    private static IntervalSample of(IntervalSample sample) {
        return new IntervalSample(
                sample.start(),
                sample.end(),
                sample.sent(),
                sample.received(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
