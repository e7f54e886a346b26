package io.longhaul.store.json;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.RoutedFlow;
import java.time.Duration;
import java.util.List;

/**
 * Plans for a job, {@code longhaul-job-plans/1}; see {@code docs/formats/job-plans.md}. Stateless, safe for any thread.
 */
public final class JobPlansJson extends JsonDocument<JobPlansJson.Answer> {
    /**
     * What is written. Immutable.
     *
     * @param job what was planned
     * @param plans one a strategy, in the order asked
     * @param refused by strategies that have none
     * @param reasons why the fastest is as it is, a sentence each; empty when nobody asked
     */
    public record Answer(Job job, List<Timed> plans, List<JobsPlan.Refusal> refused, List<String> reasons) {
        public Answer {
            plans = List.copyOf(plans);
            refused = List.copyOf(refused);
            reasons = List.copyOf(reasons);
        }

        /** Whether a plan keeps the deadline and the budget of the job. */
        public boolean keepsTerms(JobPlan plan) {
            return isInTime(plan)
                    && job.terms().budget().map(plan.cost()::isWithin).orElse(true);
        }

        /** Whether a plan ends within the deadline of the job; true without one. */
        public boolean isInTime(JobPlan plan) {
            return job.deadline()
                    .map(limit -> plan.time().compareTo(limit) <= 0)
                    .orElse(true);
        }
    }

    /**
     * One plan.
     *
     * @param plan what was planned
     * @param planning how long that took
     */
    public record Timed(JobPlan plan, Duration planning) {}

    public JobPlansJson() {
        super("longhaul-job-plans/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        out.text("name", answer.job().name())
                .seconds("deadline_s", answer.job().deadline())
                .objects("plans", answer.plans(), (fields, timed) -> plan(fields, answer, timed))
                .objects(
                        "refused",
                        answer.refused(),
                        (fields, refusal) ->
                                fields.text("reason", refusal.reason()).seconds("nearest_s", refusal.nearest()))
                .texts("reasons", answer.reasons());
    }

    private static void plan(FieldWriter out, Answer answer, Timed timed) {
        JobPlan plan = timed.plan();
        out.text("strategy", plan.strategy())
                .integer("query", plan.query())
                .seconds("time_s", plan.time())
                .seconds("bound_s", plan.bound())
                .decimal("gap", plan.gap())
                .flag("meets_deadline", answer.isInTime(plan))
                .bytes("moved_bytes", plan.moved())
                .usd("egress_usd", plan.egress())
                .usd("vm_usd", plan.vmCost())
                .millis("planning_ms", timed.planning())
                .objects(
                        "vms",
                        plan.vms().entrySet(),
                        (row, vms) -> row.text("site", vms.getKey().toString()).integer("count", vms.getValue()))
                .objects("beforehand", plan.beforehand(), (row, move) -> {
                    row.text("dataset", move.dataset());
                    flow(row, move.flow());
                })
                .objects("stages", plan.stages(), JobPlansJson::stage);
    }

    private static void stage(FieldWriter out, JobPlan.StagePlan stage) {
        out.text("name", stage.stage())
                .seconds("start_s", stage.start())
                .seconds("transfer_s", stage.transfer())
                .seconds("compute_s", stage.compute())
                .text("binds", stage.binds())
                .objects(
                        "shares",
                        stage.shares().entrySet(),
                        (row, share) ->
                                row.text("site", share.getKey().toString()).decimal("share", share.getValue()))
                .integer("priority", stage.priority())
                .objects("flows", stage.flows(), JobPlansJson::flow);
    }

    private static void flow(FieldWriter out, RoutedFlow flow) {
        out.text("from", flow.from().toString())
                .text("to", flow.to().toString())
                .texts("via", flow.via())
                .bytes("size_bytes", flow.size())
                .integer("streams", flow.streams())
                .decimal("weight", flow.weight())
                .integer("phase", flow.phase())
                .objects(
                        "pieces",
                        flow.pieces(),
                        (row, piece) -> row.seconds("start_s", piece.start())
                                .seconds("end_s", piece.end())
                                .bps("rate_bps", piece.rate()));
    }
}
