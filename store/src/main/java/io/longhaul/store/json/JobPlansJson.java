package io.longhaul.store.json;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.Stage;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Plans for a job, {@code longhaul-job-plan/1}; see {@code docs/formats/job-plan.md}. Stateless, safe for any thread.
 */
public final class JobPlansJson extends JsonFormat<JobPlansJson.Answer> {
    /** More streams of a VM pair are no plan of ours. */
    private static final int MOST_STREAMS = 100_000;

    private static final RecordFields<RoutedFlow.Piece> PIECE =
            RecordFields.of(RoutedFlow.Piece.class).plain("start_s", "end_s", "rate_bps");

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

        /** The fastest that keeps the terms of the job; empty when none does. */
        public Optional<Timed> best() {
            return plans.stream()
                    .filter(timed -> keepsTerms(timed.plan()))
                    .min(Comparator.comparing(timed -> timed.plan().time()));
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
        super("longhaul-job-plan/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        best(out, answer.best());
        out.text("name", answer.job().name())
                .seconds("deadline_s", answer.job().deadline())
                .document("job", Optional.of(answer.job()), new JobJson())
                .objects("plans", answer.plans(), (fields, timed) -> plan(fields, answer, timed))
                .objects(
                        "refused",
                        answer.refused(),
                        (fields, refusal) ->
                                fields.text("reason", refusal.reason()).seconds("nearest_s", refusal.nearest()))
                .texts("explanation", answer.reasons());
    }

    /** What the answer comes to, for those who want one plan; all of it stands under {@code plans} again. */
    private static void best(FieldWriter out, Optional<Timed> best) {
        Optional<JobPlan> plan = best.map(Timed::plan);
        List<StagePlan> stages = plan.map(JobPlan::stages).orElse(List.of());
        out.text("strategy", plan.map(JobPlan::strategy))
                .text("outcome", plan.isPresent() ? "found" : "infeasible")
                .seconds("time_s", plan.map(JobPlan::time))
                .usd("cost_usd", plan.map(JobPlan::cost))
                .seconds("bound_s", plan.map(JobPlan::bound))
                .decimal("gap", plan.map(one -> OptionalDouble.of(one.gap())).orElse(OptionalDouble.empty()))
                .objects(
                        "placement",
                        stages.stream()
                                .flatMap(stage -> stage.shares().entrySet().stream()
                                        .map(share -> new Placed(stage.stage(), share.getKey(), share.getValue())))
                                .toList(),
                        (row, placed) -> row.text("stage", placed.stage)
                                .text("site", placed.site.toString())
                                .decimal("share", placed.share))
                .objects(
                        "transfers",
                        stages.stream()
                                .flatMap(stage -> stage.flows().stream().map(flow -> new Sent(stage, flow)))
                                .toList(),
                        (row, sent) -> row.text("stage", sent.stage.stage())
                                .text("from", sent.flow.from().toString())
                                .text("to", sent.flow.to().toString())
                                .bytes("bytes", sent.flow.size())
                                .seconds("start_s", sent.start())
                                .seconds("end_s", sent.end())
                                .integer("streams", sent.flow.streams())
                                .texts("via", sent.flow.via()))
                .millis("planning_ms", best.map(Timed::planning));
    }

    private record Placed(String stage, SiteId site, double share) {}

    /** A flow of a stage: it has the whole time of the stage's transfer, unless the plan fixes when it sends. */
    private record Sent(StagePlan stage, RoutedFlow flow) {
        Duration start() {
            return flow.pieces().stream()
                    .map(RoutedFlow.Piece::start)
                    .min(Comparator.naturalOrder())
                    .orElse(stage.start());
        }

        Duration end() {
            return flow.pieces().stream()
                    .map(RoutedFlow.Piece::end)
                    .max(Comparator.naturalOrder())
                    .orElse(stage.start().plus(stage.transfer()));
        }
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

    private static void stage(FieldWriter out, StagePlan stage) {
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
                .objects("pieces", flow.pieces(), PIECE::write);
    }

    @Override
    protected Answer decode(FieldReader in) {
        Job job = in.findDocument("job", new JobJson()).orElseThrow(() -> in.invalid("job", "is missing"));
        return new Answer(
                job,
                in.objects("plans", fields -> {
                    JobPlan plan = plan(fields, job);
                    return new Timed(plan, fields.millis("planning_ms"));
                }),
                in.objects(
                        "refused",
                        fields -> new JobsPlan.Refusal(
                                job.name(), fields.text("reason"), fields.findSeconds("nearest_s"))),
                in.texts("explanation"));
    }

    private static JobPlan plan(FieldReader in, Job job) {
        int query = in.smallInteger("query");
        if (query < 0 || query >= job.queries()) {
            throw in.invalid("query", "is " + query + ", and the job has " + job.queries() + " query plans from 0");
        }
        Map<SiteId, Integer> vms = new TreeMap<>();
        in.objects("vms", row -> vms.put(inCluster(row, "site", job), row.smallInteger("count")));
        List<StagePlan> stages = in.objects("stages", fields -> stage(fields, job));
        if (!stages.stream()
                .map(StagePlan::stage)
                .toList()
                .equals(job.ofQuery(query).stages().stream().map(Stage::name).toList())) {
            throw in.invalid("stages", "are not those of the job");
        }
        return new JobPlan(
                in.text("strategy"),
                job.name(),
                query,
                vms,
                in.objects("beforehand", row -> new JobPlan.Move(row.text("dataset"), flow(row, job))),
                stages,
                in.seconds("time_s"),
                in.seconds("bound_s"),
                in.findUsd("egress_usd").orElse(Money.ZERO),
                in.findUsd("vm_usd").orElse(Money.ZERO));
    }

    private static SiteId inCluster(FieldReader in, String field, Job job) {
        SiteId site = in.site(field);
        if (!job.cluster().containsKey(site)) {
            throw in.invalid(field, "is " + site + ", where the job has no VM");
        }
        return site;
    }

    private static StagePlan stage(FieldReader in, Job job) {
        Map<SiteId, Double> shares = new TreeMap<>();
        in.objects("shares", row -> {
            double share = row.decimal("share");
            if (!(share > 0 && share <= 1.001)) {
                throw row.invalid("share", "is " + share + ", not above 0 and at most 1");
            }
            return shares.put(inCluster(row, "site", job), share);
        });
        return new StagePlan(
                in.text("name"),
                shares,
                in.objects("flows", row -> flow(row, job)),
                in.smallInteger("priority"),
                in.seconds("start_s"),
                in.seconds("transfer_s"),
                in.seconds("compute_s"),
                in.text("binds"));
    }

    private static RoutedFlow flow(FieldReader in, Job job) {
        SiteId from = inCluster(in, "from", job);
        SiteId to = inCluster(in, "to", job);
        List<SiteId> via = in.texts("via").stream().map(SiteId::parse).toList();
        int streams = in.smallInteger("streams");
        double weight = in.decimal("weight");
        if (from.equals(to) || !job.cluster().keySet().containsAll(via)) {
            throw in.invalid("via", "and its ends are not different sites of the job");
        }
        if (streams < 1 || streams > MOST_STREAMS) {
            throw in.invalid("streams", "is " + streams + ", not 1 to " + MOST_STREAMS);
        }
        if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw in.invalid("weight", "is " + weight + ", not above zero");
        }
        return new RoutedFlow(
                from,
                to,
                in.bytes("size_bytes"),
                via,
                streams,
                weight,
                in.smallInteger("phase"),
                in.objects("pieces", PIECE::read));
    }
}
