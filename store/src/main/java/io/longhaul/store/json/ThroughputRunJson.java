package io.longhaul.store.json;

import io.longhaul.core.measure.Rfc6349;
import io.longhaul.core.measure.ThroughputMeasurement;

/**
 * The answer of a throughput probe: its measurement, {@code longhaul-measurement/1}, with figures that follow from it; see
 * {@code docs/formats/measurement-log.md}. Stateless, safe for any thread.
 */
public final class ThroughputRunJson extends JsonDocument<ThroughputRunJson.Answer> {
    /**
     * A run and what follows from it. Immutable.
     *
     * @param run as it goes into the log
     * @param figures of the same run
     */
    public record Answer(ThroughputMeasurement run, Rfc6349 figures) {}

    private final MeasurementJson measurement = new MeasurementJson();

    public ThroughputRunJson() {
        super("longhaul-measurement/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        measurement.encode(out, answer.run());
        out.flag("endpoint_limited", answer.run().endpointLimited())
                .object(
                        "rfc6349",
                        answer.figures(),
                        (fields, figures) -> fields.decimal("transfer_time_ratio", figures.transferTimeRatio())
                                .decimal("efficiency", figures.efficiency())
                                .decimal("buffer_delay", figures.bufferDelay())
                                .bytes("bandwidth_delay_product_bytes", figures.bandwidthDelayProduct()));
    }
}
