package io.longhaul.store.json;

import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.Plan;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.Route;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The fields of a transfer plan, apart from what was asked. Stateless. */
final class PlanFields {
    private PlanFields() {}

    static void encode(FieldWriter out, TransferPlan plan) {
        out.text("verdict", plan.verdict().id())
                .bps("rate_bps", plan.rate())
                .object("time_s", plan.time(), PlanFields::time)
                .object("cost_usd", plan.cost(), PlanFields::cost)
                .objects("routes", plan.routes(), PlanFields::route)
                .object(
                        "vms",
                        plan.vms(),
                        (fields, vms) -> vms.forEach((site, count) -> fields.integer(site.toString(), count)))
                .object("vm_types", plan.vmTypes(), PlanFields::vmTypes)
                .texts("relays", plan.relays())
                .usd("bound_usd", plan.proof().costBound())
                .seconds("bound_s", plan.proof().timeBound())
                .decimal("gap", plan.proof().gap())
                .objectOrNull("deadline_odds", plan.deadlineOdds(), PlanFields::odds)
                .objects("offers", plan.offers(), PlanFields::offer)
                .texts("explanation", plan.explanation())
                .objectOrNull("certificate", plan.certificate(), PlanFields::certificate)
                .objects("sensitivity", plan.sensitivity(), PlanFields::sensitivity);
        probability(out, plan);
    }

    static void probability(FieldWriter out, Plan plan) {
        plan.deadlineOdds()
                .ifPresentOrElse(
                        odds -> out.decimal("deadline_probability", odds.probability()),
                        () -> out.nothing("deadline_probability"));
    }

    /** How the data are sent after a failure. */
    static void fallback(FieldWriter out, TransferPlan plan) {
        out.bps("rate_bps", plan.rate())
                .object("time_s", plan.time(), PlanFields::time)
                .objects("routes", plan.routes(), PlanFields::route)
                .object(
                        "vms",
                        plan.vms(),
                        (fields, vms) -> vms.forEach((site, count) -> fields.integer(site.toString(), count)));
    }

    /** The same fields where there is no plan. */
    static void encodeNothing(FieldWriter out) {
        for (String single : List.of("verdict", "rate_bps", "time_s", "cost_usd")) {
            out.nothing(single);
        }
        out.texts("routes", List.of()).nothing("vms").nothing("vm_types").texts("relays", List.of());
        for (String single : List.of("bound_usd", "bound_s", "gap", "deadline_odds")) {
            out.nothing(single);
        }
        out.texts("offers", List.of())
                .texts("explanation", List.of())
                .nothing("certificate")
                .texts("sensitivity", List.of())
                .nothing("deadline_probability");
    }

    static TransferPlan decode(FieldReader in) {
        return new TransferPlan(
                in.site("from"),
                in.site("to"),
                in.bytes("size_bytes"),
                Verdict.ofId(in.text("verdict")),
                in.bps("rate_bps"),
                in.object("time_s", PlanFields::time),
                in.object("cost_usd", PlanFields::cost),
                in.objects("routes", PlanFields::route),
                in.object("vms", PlanFields::vms),
                new Proof(in.findUsd("bound_usd"), in.findAnySeconds("bound_s"), in.decimal("gap")),
                in.findObject("deadline_odds", PlanFields::odds),
                in.objects("offers", PlanFields::offer),
                in.texts("explanation"),
                in.findObject("certificate", PlanFields::certificate),
                in.objects("sensitivity", PlanFields::sensitivity),
                in.findObject("vm_types", PlanFields::vmTypes).orElse(Collections.emptySortedMap()));
    }

    static void vmTypes(FieldWriter out, SortedMap<SiteId, SortedMap<String, Integer>> bySite) {
        bySite.forEach((site, types) ->
                out.object(site.toString(), types, (fields, counts) -> counts.forEach(fields::integer)));
    }

    private static SortedMap<SiteId, SortedMap<String, Integer>> vmTypes(FieldReader in) {
        SortedMap<SiteId, SortedMap<String, Integer>> bySite = new TreeMap<>();
        in.names().forEach(site -> bySite.put(SiteId.parse(site), in.object(site, PlanFields::counts)));
        return bySite;
    }

    private static SortedMap<String, Integer> counts(FieldReader in) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        in.names().forEach(type -> counts.put(type, in.smallInteger(type)));
        return counts;
    }

    static void time(FieldWriter out, PlanTime time) {
        out.seconds("expected", time.expected()).seconds("p95", time.p95()).seconds("transfer", time.transfer());
    }

    private static PlanTime time(FieldReader in) {
        return new PlanTime(in.anySeconds("expected"), in.findAnySeconds("p95"), in.anySeconds("transfer"));
    }

    static void cost(FieldWriter out, PlanCost cost) {
        out.usd("total", cost.total())
                .usd("egress", cost.egress())
                .usd("vm", cost.vm())
                .usd("requests", cost.requests());
    }

    private static PlanCost cost(FieldReader in) {
        return new PlanCost(
                new Money(in.nanoDollars("egress")),
                new Money(in.nanoDollars("vm")),
                in.findUsd("requests").orElse(Money.ZERO));
    }

    private static void route(FieldWriter out, Route route) {
        out.texts("sites", route.sites())
                .bps("rate_bps", route.rate())
                .decimal("share", route.share())
                .integers("streams_by_hop", route.streamsByHop())
                .integersOrNulls(
                        "window_bytes_by_hop",
                        route.windowByHop().stream()
                                .map(window -> window.map(DataSize::bytes))
                                .toList())
                .texts("classes_by_hop", route.linkClasses())
                .object(
                        "vm_types",
                        route.vmTypes(),
                        (fields, types) -> types.forEach((site, type) -> fields.text(site.toString(), type)));
    }

    private static Route route(FieldReader in) {
        return new Route(
                in.texts("sites").stream().map(SiteId::parse).toList(),
                in.bps("rate_bps"),
                in.decimal("share"),
                in.integers("streams_by_hop"),
                in.integersOrNulls("window_bytes_by_hop").stream()
                        .map(window -> window.map(DataSize::ofBytes))
                        .toList(),
                in.findObject("vm_types", PlanFields::typeBySite).orElse(Collections.emptySortedMap()),
                in.has("classes_by_hop") ? in.texts("classes_by_hop") : List.of());
    }

    private static SortedMap<SiteId, String> typeBySite(FieldReader in) {
        SortedMap<SiteId, String> types = new TreeMap<>();
        in.names().forEach(site -> types.put(SiteId.parse(site), in.text(site)));
        return types;
    }

    private static SortedMap<SiteId, Integer> vms(FieldReader in) {
        SortedMap<SiteId, Integer> vms = new TreeMap<>();
        in.names().forEach(site -> vms.put(SiteId.parse(site), in.smallInteger(site)));
        return vms;
    }

    static void odds(FieldWriter out, DeadlineOdds odds) {
        out.decimal("probability", odds.probability())
                .decimal("low", odds.low())
                .decimal("high", odds.high())
                .decimal("level", odds.level());
    }

    private static DeadlineOdds odds(FieldReader in) {
        return new DeadlineOdds(in.decimal("probability"), in.decimal("low"), in.decimal("high"), in.decimal("level"));
    }

    private static void offer(FieldWriter out, Offer offer) {
        out.text("kind", offer.kind().id())
                .text("via", offer.via().map(SiteId::toString))
                .integer("streams", offer.streams())
                .integer("vms", offer.vms())
                .bps("rate_bps", offer.rate())
                .seconds("time_s", offer.time())
                .usd("cost_usd", offer.cost().total())
                .object("cost_parts_usd", offer.cost(), PlanFields::cost)
                .flag("meets_request", offer.meetsRequest())
                .text("why", offer.why());
    }

    private static Offer offer(FieldReader in) {
        Optional<SiteId> via = in.findText("via").map(SiteId::parse);
        return new Offer(
                Verdict.ofId(in.text("kind")),
                via,
                in.smallInteger("streams"),
                in.smallInteger("vms"),
                in.bps("rate_bps"),
                in.anySeconds("time_s"),
                in.object("cost_parts_usd", PlanFields::cost),
                in.flag("meets_request"),
                in.text("why"));
    }

    private static void certificate(FieldWriter out, RelayCertificate certificate) {
        out.bps("bound_bps", certificate.bound())
                .bps("direct_bps", certificate.direct())
                .text("sentence", certificate.sentence());
    }

    private static RelayCertificate certificate(FieldReader in) {
        return new RelayCertificate(in.bps("bound_bps"), in.bps("direct_bps"), in.text("sentence"));
    }

    private static void sensitivity(FieldWriter out, Sensitivity hangsOn) {
        Quantities.link(out, hangsOn.link());
        out.bps("now_bps", hangsOn.now())
                .bps("flips_at_bps", hangsOn.flipsAt())
                .text("becomes", hangsOn.becomes().id())
                .text("consequence", hangsOn.consequence());
    }

    private static Sensitivity sensitivity(FieldReader in) {
        return new Sensitivity(
                Quantities.link(in),
                in.bps("now_bps"),
                in.bps("flips_at_bps"),
                Verdict.ofId(in.text("becomes")),
                in.text("consequence"));
    }
}
