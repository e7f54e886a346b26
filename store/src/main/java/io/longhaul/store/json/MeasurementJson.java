package io.longhaul.store.json;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.ThroughputMeasurement;

/**
 * One measurement, {@code longhaul-measurement/1}: a line of the measurement log and the answer of a probe; see {@code
 * docs/formats/measurement-log.md}. Stateless, safe for any thread.
 */
public final class MeasurementJson extends JsonFormat<Measurement> {

    public MeasurementJson() {
        super("longhaul-measurement/1");
    }

    /**
     * The id of a measurement, without looking at the rest of it.
     *
     * @param source where the text comes from, for messages
     */
    public static String idOf(String text, String source) {
        return new FieldReader(JsonText.parse(text, source), source).text("id");
    }

    @Override
    protected void encode(FieldWriter out, Measurement measurement) {
        out.text("kind", measurement.kind().id());
        if (measurement instanceof ThroughputMeasurement throughput) {
            MeasurementFields.THROUGHPUT.write(out, throughput);
        } else if (measurement instanceof LatencyMeasurement latency) {
            MeasurementFields.LATENCY.write(out, latency);
        } else if (measurement instanceof FailedMeasurement failed) {
            MeasurementFields.HEADER.write(out, failed.header());
            out.object(
                    "failed",
                    failed,
                    (fields, failure) -> fields.text("reason", failure.reason()).text("message", failure.message()));
        }
    }

    @Override
    protected Measurement decode(FieldReader in) {
        MeasurementHeader header = MeasurementFields.HEADER.read(in);
        Measurement.Kind kind = Measurement.Kind.findId(in.text("kind"))
                .orElseThrow(() ->
                        in.invalid("kind", "is \"" + in.text("kind") + "\", which is neither throughput nor latency"));
        if (in.has("failed")) {
            return in.object(
                    "failed",
                    fields -> new FailedMeasurement(header, kind, fields.text("reason"), fields.text("message")));
        }
        return switch (kind) {
            case THROUGHPUT -> MeasurementFields.THROUGHPUT.read(in);
            case LATENCY -> MeasurementFields.LATENCY.read(in);
        };
    }
}
