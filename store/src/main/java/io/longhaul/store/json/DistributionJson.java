package io.longhaul.store.json;

import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.DistributionTree;
import io.longhaul.core.plan.Leg;
import java.util.List;
import java.util.Optional;

/**
 * The answer of the planner for several destinations: {@code longhaul-plan/1} with {@code trees} for routes; see
 * {@code docs/formats/plan.md}. Stateless, safe for any thread.
 */
public final class DistributionJson extends JsonDocument<DistributionAnswer> {
    public DistributionJson() {
        super("longhaul-plan/1");
    }

    @Override
    protected void encode(FieldWriter out, DistributionAnswer answer) {
        out.text("outcome", answer.outcome().ending().id())
                .text("from", answer.request().from().toString())
                .nothing("to")
                .texts("destinations", answer.request().to())
                .bytes("size_bytes", answer.request().size());
        Optional<DistributionPlan> plan = answer.outcome().plan();
        if (plan.isPresent()) {
            encode(out, plan.get());
        } else {
            PlanFields.encodeNothing(out);
            out.texts("trees", List.of()).texts("links", List.of());
        }
        out.texts("reasons", answer.outcome().reasons())
                .nothing("nearest")
                .millis("planning_ms", answer.planningTime());
    }

    private static void encode(FieldWriter out, DistributionPlan plan) {
        out.text("verdict", plan.verdict().id())
                .bps("rate_bps", plan.rate())
                .object("time_s", plan.time(), PlanFields::time)
                .object("cost_usd", plan.cost(), PlanFields::cost)
                .texts("routes", List.of())
                .objects("trees", plan.trees(), DistributionJson::tree)
                .objects("links", plan.streams().entrySet(), (fields, entry) -> {
                    Quantities.link(fields, entry.getKey());
                    fields.integer("streams", entry.getValue());
                })
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
                .objects("offers", plan.offers(), DistributionJson::offer)
                .texts("explanation", plan.explanation());
        PlanFields.probability(out, plan);
    }

    private static void tree(FieldWriter out, DistributionTree tree) {
        out.objects("links", tree.legs(), DistributionJson::leg)
                .bps("rate_bps", tree.rate())
                .decimal("share", tree.share());
    }

    private static void leg(FieldWriter out, Leg leg) {
        Quantities.link(out, leg.link());
        if (!leg.from().type().isEmpty()) {
            out.text("from_vm", leg.from().type());
        }
        if (!leg.to().type().isEmpty()) {
            out.text("to_vm", leg.to().type());
        }
    }

    private static void offer(FieldWriter out, DistributionOffer offer) {
        out.text("kind", offer.kind())
                .objects("links", offer.tree().links(), Quantities::link)
                .bps("rate_bps", offer.rate())
                .seconds("time_s", offer.time())
                .usd("cost_usd", offer.cost().total())
                .object("cost_parts_usd", offer.cost(), PlanFields::cost)
                .flag("meets_request", offer.meetsRequest());
    }
}
