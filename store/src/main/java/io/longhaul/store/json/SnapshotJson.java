package io.longhaul.store.json;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.Stability;
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
    private static final RecordFields<CapEstimate> CAP = RecordFields.of(CapEstimate.class)
            .plain("bps")
            .object("ci", Quantities.RATES)
            .text("source", Source::id, Source::ofId)
            .plain("as_of")
            .plainOr("links", 0)
            .plain("no_ci_because")
            .plainOr("pooled", false);

    private static final RecordFields<TokenBucketEstimate> BUCKET = RecordFields.of(TokenBucketEstimate.class)
            .flat(Quantities.BUCKET)
            .object("high_ci", Quantities.RATES)
            .object("low_ci", Quantities.RATES)
            .object("refill_ci", Quantities.RATES)
            .object(
                    "budget_ci",
                    RecordFields.of(TokenBucketEstimate.SizeInterval.class)
                            .inBits()
                            .plain("low", "high", "level"))
            .plain("refill_measured")
            .text("source", Source::id, Source::ofId)
            .plain("evidence");

    private static final RecordFields<SiteEstimate> SITE = RecordFields.of(SiteEstimate.class)
            .plain("id", "vm_type")
            .object("egress", CAP)
            .object("ingress", CAP)
            .object("egress_inside", CAP)
            .object("ingress_inside", CAP)
            .object("per_flow", CAP)
            .object("token_bucket", Quantities.BUCKET)
            .object("token_bucket_evidence", BUCKET);

    private static final RecordFields<RttEstimate> RTT = RecordFields.of(RttEstimate.class)
            .inMillis()
            .plain("median", "p95")
            .object("ci", RecordFields.of(RttEstimate.Range.class).inMillis().plain("low", "high", "level"))
            .plainOr("samples", 0)
            .plain("as_of", "no_ci_because");

    private static final RecordFields<RatePoint> RATE = RecordFields.of(RatePoint.class)
            .plain("streams", "window_bytes", "sent_bps", "received_bps", "steady_bps", "corrected_bps")
            .object("ci", Quantities.RATES)
            .plain("samples")
            .also((out, rate) -> out.objectOrNull(
                    "spread",
                    rate.spread(),
                    (fields, spread) -> fields.bps("low", spread.low())
                            .bps("high", spread.high())
                            .decimal("cov", spread.coefficientOfVariation())))
            .plain("run_bps", "as_of", "no_ci_because");

    private static final RecordFields<LinkEstimate> LINK = RecordFields.of(LinkEstimate.class)
            .link()
            .object("rtt_ms", RTT)
            .plain("single_flow_bps")
            .objects("rates", RATE)
            .plain("path_cap_bps")
            .textOr("single_flow_limit", BindingLimit::id, BindingLimit::ofId, BindingLimit.NOT_IDENTIFIED)
            .textOr("limit", BindingLimit::id, BindingLimit::ofId, BindingLimit.NOT_IDENTIFIED)
            .plain("limit_certainty", "evidence", "stable", "repetitions_needed")
            .object(
                    "stability",
                    RecordFields.of(Stability.class)
                            .plain("runs", "span_s", "cov", "hour_of_day_p", "day_of_week_p", "notes"))
            .plain("as_of");

    private static final RecordFields<FailedRun> FAILED = RecordFields.of(FailedRun.class)
            .plain("id")
            .link()
            .plainOr("campaign", "")
            .plain("started", "streams", "bits_per_second", "sent_bps", "expected_bps", "why");

    private static final RecordFields<Prediction> PREDICTION = RecordFields.of(Prediction.class)
            .link()
            .plain("streams", "bits_per_second")
            .object("ci", Quantities.RATES)
            .plain("measured_bps", "basis");

    public SnapshotJson() {
        super("longhaul-snapshot/1");
    }

    @Override
    protected void encode(FieldWriter out, Snapshot snapshot) {
        out.instant("as_of", snapshot.asOf())
                .objects("sites", snapshot.sites(), SITE::write)
                .objects("links", snapshot.links(), LINK::write)
                .objects("failed_runs", snapshot.failedRuns(), FAILED::write)
                .objects("predictions", snapshot.predictions(), PREDICTION::write)
                .objects("variations", new TreeMap<>(snapshot.variations()).entrySet(), SnapshotJson::variation);
    }

    @Override
    protected Snapshot decode(FieldReader in) {
        var variations = new TreeMap<Link, RateVariation>();
        in.objects("variations", each -> Optional.ofNullable(variations.put(Quantities.link(each), variation(each))));
        return new Snapshot(
                        in.instant("as_of"),
                        in.objects("sites", SITE::read),
                        in.objects("links", LINK::read),
                        in.objects("failed_runs", FAILED::read),
                        in.objects("predictions", PREDICTION::read))
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
}
