package io.longhaul.store.json;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.topology.Link;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/**
 * A snapshot, {@code longhaul-snapshot/1}; see {@code docs/formats/snapshot.md}. Stateless, safe for any thread.
 */
public final class SnapshotJson extends JsonFormat<Snapshot> {
    public SnapshotJson() {
        super("longhaul-snapshot/1");
    }

    @Override
    void encode(FieldWriter out, Snapshot snapshot) {
        out.instant("as_of", snapshot.asOf())
                .objects("sites", snapshot.sites(), SnapshotJson::site)
                .objects("links", snapshot.links(), (fields, link) -> link(fields, link, snapshot));
    }

    @Override
    Snapshot decode(FieldReader in) {
        var variations = new HashMap<Link, RateVariation>();
        in.objects(
                "links",
                link -> link.findObject("variation", SnapshotJson::variation)
                        .map(variation -> variations.put(Quantities.link(link), variation)));
        return new Snapshot(
                in.instant("as_of"),
                in.objects("sites", SnapshotJson::site),
                in.objects("links", SnapshotJson::link),
                variations);
    }

    private static void site(FieldWriter out, SiteEstimate site) {
        out.text("id", site.id().toString())
                .text("vm_type", site.vmType())
                .objectOrNull("egress", site.egress(), SnapshotJson::cap)
                .objectOrNull("ingress", site.ingress(), SnapshotJson::cap)
                .objectOrNull("per_flow", site.perFlow(), SnapshotJson::cap)
                .objectOrNull("token_bucket", site.tokenBucket(), Quantities::bucket);
    }

    private static SiteEstimate site(FieldReader in) {
        return new SiteEstimate(
                in.site("id"),
                in.findText("vm_type"),
                in.findObject("egress", SnapshotJson::cap),
                in.findObject("ingress", SnapshotJson::cap),
                in.findObject("per_flow", SnapshotJson::cap),
                in.findObject("token_bucket", Quantities::bucket));
    }

    private static void cap(FieldWriter out, CapEstimate cap) {
        out.bps("bps", cap.value())
                .objectOrNull("ci", cap.interval(), Quantities::interval)
                .text("source", cap.source().id())
                .instant("as_of", cap.asOf());
    }

    private static CapEstimate cap(FieldReader in) {
        return new CapEstimate(
                in.bps("bps"),
                in.findObject("ci", Quantities::interval),
                Source.ofId(in.text("source")),
                in.findInstant("as_of"));
    }

    private static void link(FieldWriter out, LinkEstimate link, Snapshot snapshot) {
        Quantities.link(out, link.link());
        out.objectOrNull(
                        "rtt_ms",
                        link.rtt(),
                        (fields, rtt) -> fields.millis("median", rtt.median()).millis("p95", rtt.p95()))
                .bps("single_flow_bps", link.singleFlow())
                .objects("rates", link.rates(), SnapshotJson::rate)
                .bps("path_cap_bps", link.pathCap())
                .text("single_flow_limit", link.singleFlowLimit().id())
                .text("limit", link.limit().id())
                .texts("evidence", link.evidence())
                .flag("stable", link.stable())
                .integer("repetitions_needed", link.repetitionsNeeded())
                .objectOrNull("variation", snapshot.findVariation(link.link()), SnapshotJson::variation)
                .instant("as_of", link.asOf());
    }

    private static void variation(FieldWriter out, RateVariation variation) {
        out.seconds("step_s", variation.step()).decimals("factors", variation.factors());
    }

    private static RateVariation variation(FieldReader in) {
        List<Double> factors = in.decimals("factors");
        Duration step = in.seconds("step_s");
        if (factors.size() < 2 || step.isZero()) {
            throw in.invalid("factors", "are fewer than two, or last no time");
        }
        return new RateVariation(factors, step);
    }

    private static LinkEstimate link(FieldReader in) {
        return new LinkEstimate(
                Quantities.link(in),
                in.findObject("rtt_ms", rtt -> new RttEstimate(rtt.millis("median"), rtt.findMillis("p95"))),
                in.findBps("single_flow_bps"),
                in.objects("rates", SnapshotJson::rate),
                in.findBps("path_cap_bps"),
                in.findText("single_flow_limit").map(BindingLimit::ofId).orElse(BindingLimit.NOT_IDENTIFIED),
                in.findText("limit").map(BindingLimit::ofId).orElse(BindingLimit.NOT_IDENTIFIED),
                in.texts("evidence"),
                in.findFlag("stable"),
                in.findSmallInteger("repetitions_needed"),
                in.instant("as_of"));
    }

    private static void rate(FieldWriter out, RatePoint rate) {
        out.integer("streams", rate.streams())
                .bytes("window_bytes", rate.window())
                .bps("sent_bps", rate.sent())
                .bps("received_bps", rate.received())
                .bps("steady_bps", rate.steady())
                .bps("corrected_bps", rate.corrected())
                .objectOrNull("ci", rate.interval(), Quantities::interval)
                .integer("samples", rate.samples());
    }

    private static RatePoint rate(FieldReader in) {
        return new RatePoint(
                in.smallInteger("streams"),
                in.findBytes("window_bytes"),
                in.findBps("sent_bps"),
                in.findBps("received_bps"),
                in.findBps("steady_bps"),
                in.findBps("corrected_bps"),
                in.findObject("ci", Quantities::interval),
                in.smallInteger("samples"));
    }
}
