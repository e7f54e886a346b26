package io.longhaul.store.json;

import io.longhaul.core.plan.JointPlan;
import io.longhaul.core.plan.TransferPlan;
import java.util.List;
import java.util.Optional;

/**
 * The answer of the planner for several transfers of one account, {@code longhaul-plans/1}; see
 * {@code docs/formats/plans.md}. Stateless, safe for any thread.
 */
public final class JointJson extends JsonDocument<JointAnswer> {
    public JointJson() {
        super("longhaul-plans/1");
    }

    @Override
    protected void encode(FieldWriter out, JointAnswer answer) {
        Optional<JointPlan> plan = answer.outcome().plan();
        out.text("outcome", answer.outcome().ending().id())
                .seconds("end_s", plan.map(JointPlan::end))
                .objectOrNull("cost_usd", plan.map(JointPlan::cost), PlanFields.COST::write)
                .usd("bound_usd", plan.flatMap(known -> known.proof().costBound()))
                .seconds("bound_s", plan.flatMap(known -> known.proof().timeBound()));
        plan.ifPresentOrElse(known -> out.decimal("gap", known.proof().gap()), () -> out.nothing("gap"));
        out.objects("transfers", plan.map(JointPlan::parts).orElse(List.of()), JointJson::part)
                .objects(
                        "left_out",
                        answer.outcome().leftOut().entrySet(),
                        (fields, left) -> fields.text("name", left.getKey()).texts("reasons", left.getValue()))
                .texts("reasons", answer.outcome().reasons())
                .millis("planning_ms", answer.planningTime());
    }

    private static void part(FieldWriter out, JointPlan.Part part) {
        TransferPlan plan = part.plan();
        out.text("name", part.name())
                .seconds("start_s", part.start())
                .seconds("end_s", part.end())
                .text("from", plan.from().toString())
                .text("to", plan.to().toString())
                .bytes("size_bytes", plan.size());
        PlanFields.encode(out, plan);
    }
}
