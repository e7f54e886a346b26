package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The fields of a transfer plan, apart from what was asked. Stateless. */
final class PlanFields {
    static final RecordFields<PlanCost> COST = RecordFields.of(PlanCost.class)
            .also((out, cost) -> out.usd("total", cost.total()))
            .plain("egress", "vm")
            .plainOr("requests", Money.ZERO);

    private static final RecordFields<PlanTime> TIME =
            RecordFields.of(PlanTime.class).anySeconds("expected", "p95", "transfer");

    private static final RecordFields<DeadlineOdds> ODDS =
            RecordFields.of(DeadlineOdds.class).plain("probability", "low", "high", "level");

    private static final RecordFields<Offer> OFFER = RecordFields.of(Offer.class)
            .plain("kind", "via")
            .custom(
                    (FieldWriter out, List<Link> links) -> out.objects("links", links, Quantities::link),
                    in -> in.objects("links", Quantities::link))
            .plain("streams", "vms", "rate_bps")
            .anySeconds("time_s")
            .also((out, offer) -> out.usd("cost_usd", offer.cost().total()))
            .object("cost_parts_usd", COST)
            .plain("meets_request", "why");

    private static final RecordFields<RelayCertificate> CERTIFICATE =
            RecordFields.of(RelayCertificate.class).plain("bound_bps", "direct_bps", "sentence");

    private static final RecordFields<Sensitivity> SENSITIVITY = RecordFields.of(Sensitivity.class)
            .link()
            .plain("now_bps", "flips_at_bps")
            .text("becomes", Verdict::id, Verdict::ofId)
            .plain("consequence");

    private PlanFields() {}

    static void encode(FieldWriter out, TransferPlan plan) {
        boolean several = plan.to().size() > 1;
        Reasons reasons = plan.reasons();
        out.text("verdict", plan.verdict().id())
                .bps("rate_bps", plan.rate())
                .object("time_s", plan.time(), TIME::write)
                .object("cost_usd", plan.cost(), COST::write)
                .objects("routes", several ? List.of() : plan.trees(), PlanFields::route);
        if (several) {
            out.objects("trees", plan.trees(), PlanFields::tree)
                    .objects("links", plan.streams().entrySet(), (fields, entry) -> {
                        Quantities.link(fields, entry.getKey());
                        fields.integer("streams", entry.getValue());
                    });
        }
        out.object("vms", plan.vms(), PlanFields::vms)
                .object("vm_types", plan.vmTypes(), PlanFields::vmTypes)
                .texts("relays", plan.relays())
                .usd("bound_usd", plan.proof().costBound())
                .seconds("bound_s", plan.proof().timeBound())
                .decimal("gap", plan.proof().gap())
                .objectOrNull("deadline_odds", plan.deadlineOdds(), ODDS::write)
                .objects("offers", reasons.offers(), OFFER::write)
                .texts("explanation", reasons.sentences())
                .objectOrNull("certificate", reasons.certificate(), CERTIFICATE::write)
                .objects("sensitivity", reasons.sensitivity(), SENSITIVITY::write);
        plan.deadlineOdds()
                .ifPresentOrElse(
                        odds -> out.decimal("deadline_probability", odds.probability()),
                        () -> out.nothing("deadline_probability"));
    }

    private static void vms(FieldWriter out, SortedMap<SiteId, Integer> bySite) {
        bySite.forEach((site, count) -> out.integer(site.toString(), count));
    }

    /** How the data are sent after a failure. */
    static void fallback(FieldWriter out, TransferPlan plan) {
        out.bps("rate_bps", plan.rate())
                .object("time_s", plan.time(), TIME::write)
                .objects("routes", plan.trees(), PlanFields::route)
                .object("vms", plan.vms(), PlanFields::vms);
    }

    /** The same fields where there is no plan. */
    static void encodeNothing(FieldWriter out, boolean several) {
        for (String single : List.of("verdict", "rate_bps", "time_s", "cost_usd")) {
            out.nothing(single);
        }
        out.texts("routes", List.of());
        if (several) {
            out.texts("trees", List.of()).texts("links", List.of());
        }
        out.nothing("vms").nothing("vm_types").texts("relays", List.of());
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
        List<SiteId> to = in.findText("to")
                .map(site -> List.of(SiteId.parse(site)))
                .orElseGet(() ->
                        in.texts("destinations").stream().map(SiteId::parse).toList());
        var movement = new Movement(
                in.site("from"),
                to,
                in.bytes("size_bytes"),
                in.has("trees") ? in.objects("trees", PlanFields::tree) : in.objects("routes", PlanFields::route),
                vms(in),
                in.bps("rate_bps"),
                in.object("time_s", TIME::read),
                in.object("cost_usd", COST::read));
        return new TransferPlan(
                movement,
                Verdict.ofId(in.text("verdict")),
                new Proof(in.findUsd("bound_usd"), in.findAnySeconds("bound_s"), in.decimal("gap")),
                in.findObject("deadline_odds", ODDS::read),
                new Reasons(
                        in.objects("offers", OFFER::read),
                        in.texts("explanation"),
                        in.findObject("certificate", CERTIFICATE::read),
                        in.objects("sensitivity", SENSITIVITY::read)));
    }

    /** By type where a site has a choice, else all of a site; where both are given they agree. */
    private static SortedMap<VmGroup, Integer> vms(FieldReader in) {
        SortedMap<VmGroup, Integer> groups = new TreeMap<>();
        SortedMap<SiteId, SortedMap<String, Integer>> byType =
                in.findObject("vm_types", PlanFields::vmTypes).orElse(Collections.emptySortedMap());
        in.object("vms", PlanFields::counts).forEach((id, count) -> {
            SiteId site = SiteId.parse(id);
            SortedMap<String, Integer> types = byType.getOrDefault(site, new TreeMap<>(Map.of("", count)));
            types.forEach((type, some) -> groups.put(new VmGroup(site, type), some));
            if (types.values().stream().mapToLong(Integer::intValue).sum() != count) {
                throw new InvalidInputException(
                        "The VMs at " + site + " by type, " + types + ", are not " + count + " in " + in.source() + ".",
                        "Make vm_types sum to vms there.");
            }
        });
        return groups;
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

    private static void route(FieldWriter out, Tree path) {
        var types = new TreeMap<SiteId, String>();
        path.vms().stream()
                .filter(group -> !group.type().isEmpty())
                .forEach(group -> types.put(group.site(), group.type()));
        boolean usual = path.classesText().isEmpty();
        out.texts("sites", path.sites())
                .bps("rate_bps", path.rate())
                .decimal("share", path.share())
                .integers(
                        "streams_by_hop", path.hops().stream().map(Hop::streams).toList())
                .integersOrNulls(
                        "window_bytes_by_hop",
                        path.hops().stream()
                                .map(hop -> hop.window().map(DataSize::bytes))
                                .toList())
                .texts(
                        "classes_by_hop",
                        usual
                                ? List.of()
                                : path.links().stream().map(Link::linkClass).toList())
                .object(
                        "vm_types",
                        types,
                        (fields, some) -> some.forEach((at, type) -> fields.text(at.toString(), type)));
    }

    private static Tree route(FieldReader in) {
        List<SiteId> sites = in.texts("sites").stream().map(SiteId::parse).toList();
        List<Integer> streams = in.integers("streams_by_hop");
        List<Optional<Long>> windows = in.integersOrNulls("window_bytes_by_hop");
        List<String> classes = in.has("classes_by_hop") ? in.texts("classes_by_hop") : List.of();
        SortedMap<SiteId, String> types =
                in.findObject("vm_types", PlanFields::typeBySite).orElse(Collections.emptySortedMap());
        int hops = sites.size() - 1;
        if (hops < 1
                || streams.size() != hops
                || !(windows.isEmpty() || windows.size() == hops)
                || !(classes.isEmpty() || classes.size() == hops)) {
            throw new InvalidInputException(
                    "A route over " + sites + " in " + in.source() + " has streams " + streams + ", windows " + windows
                            + " and classes " + classes + ".",
                    "Give one of each for every hop.");
        }
        List<VmGroup> vms = sites.stream()
                .map(site -> new VmGroup(site, types.getOrDefault(site, "")))
                .toList();
        return new Tree(
                IntStream.range(0, hops)
                        .mapToObj(i -> new Hop(
                                new Leg(
                                        new Link(
                                                sites.get(i),
                                                sites.get(i + 1),
                                                classes.isEmpty() ? "" : classes.get(i)),
                                        vms.get(i),
                                        vms.get(i + 1)),
                                streams.get(i),
                                windows.isEmpty()
                                        ? Optional.empty()
                                        : windows.get(i).map(DataSize::ofBytes)))
                        .toList(),
                in.bps("rate_bps"),
                in.decimal("share"));
    }

    private static SortedMap<SiteId, String> typeBySite(FieldReader in) {
        SortedMap<SiteId, String> types = new TreeMap<>();
        in.names().forEach(site -> types.put(SiteId.parse(site), in.text(site)));
        return types;
    }

    private static void tree(FieldWriter out, Tree tree) {
        out.objects("links", tree.hops(), PlanFields::hop)
                .bps("rate_bps", tree.rate())
                .decimal("share", tree.share());
    }

    private static Tree tree(FieldReader in) {
        return new Tree(in.objects("links", PlanFields::hop), in.bps("rate_bps"), in.decimal("share"));
    }

    private static void hop(FieldWriter out, Hop hop) {
        Quantities.link(out, hop.link());
        out.integer("streams", hop.streams()).bytes("window_bytes", hop.window());
        if (!hop.from().type().isEmpty()) {
            out.text("from_vm", hop.from().type());
        }
        if (!hop.to().type().isEmpty()) {
            out.text("to_vm", hop.to().type());
        }
    }

    private static Hop hop(FieldReader in) {
        Link link = Quantities.link(in);
        var from = new VmGroup(link.from(), in.findText("from_vm").orElse(""));
        var to = new VmGroup(link.to(), in.findText("to_vm").orElse(""));
        return new Hop(new Leg(link, from, to), in.smallInteger("streams"), in.findBytes("window_bytes"));
    }
}
