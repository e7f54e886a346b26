package io.longhaul.store.json;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.topology.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A snapshot, {@code longhaul-snapshot/1}; see {@code docs/formats/snapshot.md}. Stateless, safe for any thread.
 */
public final class SnapshotJson extends JsonFormat<Snapshot> {
    public SnapshotJson() {
        super("longhaul-snapshot/1");
    }

    @Override
    protected void encode(FieldWriter out, Snapshot snapshot) {
        out.instant("as_of", snapshot.asOf())
                .objects("sites", snapshot.sites(), SnapshotJson::site)
                .objects("links", snapshot.links(), LinkFields::encode)
                .objects("failed_runs", snapshot.failedRuns(), SnapshotJson::failedRun)
                .objects("predictions", snapshot.predictions(), SnapshotJson::prediction)
                .objects("variations", new TreeMap<>(snapshot.variations()).entrySet(), SnapshotJson::variation);
    }

    @Override
    protected Snapshot decode(FieldReader in) {
        var variations = new TreeMap<Link, RateVariation>();
        in.objects("variations", each -> Optional.ofNullable(variations.put(Quantities.link(each), variation(each))));
        return new Snapshot(
                        in.instant("as_of"),
                        in.objects("sites", SnapshotJson::site),
                        in.objects("links", LinkFields::decode),
                        in.objects("failed_runs", SnapshotJson::failedRun),
                        in.objects("predictions", SnapshotJson::prediction))
                .withVariations(variations);
    }

    private static void variation(FieldWriter out, Map.Entry<Link, RateVariation> entry) {
        Quantities.link(out, entry.getKey());
        out.seconds("step_s", entry.getValue().step())
                .decimals("factors", entry.getValue().factors());
    }

    private static RateVariation variation(FieldReader in) {
        List<Double> factors = in.decimals("factors");
        Duration step = in.seconds("step_s");
        if (factors.size() < 2 || step.isZero()) {
            throw in.invalid("factors", "are fewer than two, or last no time");
        }
        return new RateVariation(factors, step);
    }

    private static void site(FieldWriter out, SiteEstimate site) {
        out.text("id", site.id().toString())
                .text("vm_type", site.vmType())
                .objectOrNull("egress", site.egress(), SnapshotJson::cap)
                .objectOrNull("ingress", site.ingress(), SnapshotJson::cap)
                .objectOrNull("egress_inside", site.egressInside(), SnapshotJson::cap)
                .objectOrNull("ingress_inside", site.ingressInside(), SnapshotJson::cap)
                .objectOrNull("per_flow", site.perFlow(), SnapshotJson::cap)
                .objectOrNull("token_bucket", site.tokenBucket(), Quantities::bucket)
                .objectOrNull("token_bucket_evidence", site.bucketEstimate(), SnapshotJson::bucket);
    }

    private static SiteEstimate site(FieldReader in) {
        return new SiteEstimate(
                in.site("id"),
                in.findText("vm_type"),
                in.findObject("egress", SnapshotJson::cap),
                in.findObject("ingress", SnapshotJson::cap),
                in.findObject("egress_inside", SnapshotJson::cap),
                in.findObject("ingress_inside", SnapshotJson::cap),
                in.findObject("per_flow", SnapshotJson::cap),
                in.findObject("token_bucket", Quantities::bucket),
                in.findObject("token_bucket_evidence", SnapshotJson::bucket));
    }

    private static void bucket(FieldWriter out, TokenBucketEstimate estimate) {
        Quantities.bucket(out, estimate.bucket());
        out.objectOrNull("high_ci", estimate.high(), Quantities::interval)
                .objectOrNull("low_ci", estimate.low(), Quantities::interval)
                .objectOrNull("refill_ci", estimate.refill(), Quantities::interval)
                .objectOrNull(
                        "budget_ci",
                        estimate.budget(),
                        (fields, ci) -> fields.bits("low", ci.low())
                                .bits("high", ci.high())
                                .decimal("level", ci.level()))
                .flag("refill_measured", estimate.refillMeasured())
                .text("source", estimate.source().id())
                .text("evidence", estimate.evidence());
    }

    private static TokenBucketEstimate bucket(FieldReader in) {
        return new TokenBucketEstimate(
                Quantities.bucket(in),
                in.findObject("high_ci", Quantities::interval),
                in.findObject("low_ci", Quantities::interval),
                in.findObject("refill_ci", Quantities::interval),
                in.findObject(
                        "budget_ci",
                        ci -> new TokenBucketEstimate.SizeInterval(
                                ci.bits("low"), ci.bits("high"), ci.decimal("level"))),
                in.flag("refill_measured"),
                Source.ofId(in.text("source")),
                in.text("evidence"));
    }

    private static void failedRun(FieldWriter out, FailedRun run) {
        out.text("id", run.id());
        Quantities.link(out, run.link());
        out.text("campaign", run.campaign())
                .instant("started", run.started())
                .integer("streams", run.streams())
                .bps("bits_per_second", run.rate())
                .bps("sent_bps", run.sent())
                .bps("expected_bps", run.expected())
                .texts("why", run.why());
    }

    private static FailedRun failedRun(FieldReader in) {
        return new FailedRun(
                in.text("id"),
                Quantities.link(in),
                in.findText("campaign").orElse(""),
                in.instant("started"),
                in.smallInteger("streams"),
                in.bps("bits_per_second"),
                in.findBps("sent_bps"),
                in.bps("expected_bps"),
                in.texts("why"));
    }

    private static void cap(FieldWriter out, CapEstimate cap) {
        out.bps("bps", cap.value())
                .objectOrNull("ci", cap.interval(), Quantities::interval)
                .text("source", cap.source().id())
                .instant("as_of", cap.asOf())
                .integer("links", cap.links())
                .text("no_ci_because", cap.whyNoInterval())
                .flag("pooled", cap.pooled());
    }

    private static CapEstimate cap(FieldReader in) {
        return new CapEstimate(
                in.bps("bps"),
                in.findObject("ci", Quantities::interval),
                Source.ofId(in.text("source")),
                in.findInstant("as_of"),
                in.findSmallInteger("links").orElse(0),
                in.findText("no_ci_because"),
                in.findFlag("pooled").orElse(false));
    }

    private static void prediction(FieldWriter out, Prediction prediction) {
        Quantities.link(out, prediction.link());
        out.integer("streams", prediction.streams())
                .bps("bits_per_second", prediction.rate())
                .objectOrNull("ci", prediction.interval(), Quantities::interval)
                .bps("measured_bps", prediction.measured())
                .text("basis", prediction.basis());
    }

    private static Prediction prediction(FieldReader in) {
        return new Prediction(
                Quantities.link(in),
                in.smallInteger("streams"),
                in.bps("bits_per_second"),
                in.findObject("ci", Quantities::interval),
                in.findBps("measured_bps"),
                in.text("basis"));
    }
}
