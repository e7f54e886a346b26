package io.longhaul.store.json;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
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
        if (measurement instanceof ThroughputMeasurement throughput) {
            header(out, throughput);
            ThroughputFields.encode(out, throughput);
        } else if (measurement instanceof LatencyMeasurement latency) {
            header(out, latency);
            out.text("method", latency.method().id())
                    .integer("sent", latency.sent())
                    .integer("lost", latency.lost())
                    .objectOrNull("rtt_ms", latency.rtt(), MeasurementJson::rtt)
                    .objectOrNull(
                            "one_way_lost",
                            latency.oneWay(),
                            (fields, loss) ->
                                    fields.integer("forward", loss.forward()).integer("backward", loss.backward()))
                    .objectOrNull(
                            "kernel_rtt_ms",
                            latency.kernel(),
                            (fields, kernel) ->
                                    fields.millis("min", kernel.min()).millis("typical", kernel.typical()));
        } else if (measurement instanceof FailedMeasurement failed) {
            header(out, failed);
            out.object(
                    "failed",
                    failed,
                    (fields, failure) -> fields.text("reason", failure.reason()).text("message", failure.message()));
        }
    }

    @Override
    protected Measurement decode(FieldReader in) {
        MeasurementHeader header = header(in);
        Measurement.Kind kind = Measurement.Kind.findId(in.text("kind"))
                .orElseThrow(() ->
                        in.invalid("kind", "is \"" + in.text("kind") + "\", which is neither throughput nor latency"));
        if (in.has("failed")) {
            return in.object(
                    "failed",
                    fields -> new FailedMeasurement(header, kind, fields.text("reason"), fields.text("message")));
        }
        return switch (kind) {
            case THROUGHPUT -> ThroughputFields.decode(in, header);
            case LATENCY ->
                new LatencyMeasurement(
                        header,
                        LatencyMethod.ofId(in.text("method")),
                        in.integer("sent"),
                        in.findInteger("lost"),
                        in.findObject("rtt_ms", MeasurementJson::rtt),
                        in.findObject(
                                "one_way_lost",
                                loss -> new LatencyMeasurement.OneWayLoss(
                                        loss.integer("forward"), loss.integer("backward"))),
                        in.findObject(
                                "kernel_rtt_ms",
                                kernel -> new KernelRtt(kernel.millis("min"), kernel.millis("typical"))));
        };
    }

    private static void header(FieldWriter out, Measurement measurement) {
        header(out.text("kind", measurement.kind().id()), measurement.header());
    }

    static void header(FieldWriter out, MeasurementHeader header) {
        out.text("id", header.id());
        Quantities.link(out, header.link());
        out.text("from_vm_type", header.fromVmType())
                .text("to_vm_type", header.toVmType())
                .instant("started", header.started())
                .seconds("duration_s", header.duration())
                .object(
                        "prober",
                        header.prober(),
                        (fields, prober) -> fields.text("name", prober.name()).text("version", prober.version()))
                .text("campaign", header.campaign());
    }

    static MeasurementHeader header(FieldReader in) {
        return new MeasurementHeader(
                in.text("id"),
                Quantities.link(in),
                in.findText("from_vm_type"),
                in.findText("to_vm_type"),
                in.instant("started"),
                in.seconds("duration_s"),
                in.object(
                        "prober", prober -> new MeasurementHeader.Prober(prober.text("name"), prober.text("version"))),
                in.findText("campaign"));
    }

    static void rtt(FieldWriter out, RttSummary rtt) {
        out.millis("min", rtt.min())
                .millis("median", rtt.median())
                .millis("p95", rtt.p95())
                .millis("p99", rtt.p99())
                .millis("max", rtt.max());
    }

    static RttSummary rtt(FieldReader in) {
        return new RttSummary(
                in.millis("min"),
                in.findMillis("median"),
                in.findMillis("p95"),
                in.findMillis("p99"),
                in.findMillis("max"));
    }
}
