package io.longhaul.store.json;

import io.longhaul.core.compare.PlanEvidence;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.SurvivingPlan;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.FileAccess;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The answer of the planner, {@code longhaul-plan/1}; see {@code docs/formats/plan.md}. Stateless, safe for any thread.
 */
public final class PlanJson extends JsonDocument<PlanAnswer> {
    public PlanJson() {
        super("longhaul-plan/1");
    }

    /**
     * Reads the plan out of an answer.
     *
     * @throws InvalidInputException when the file is missing, is of another format, or holds an answer without a plan
     */
    public TransferPlan readPlan(Path file) {
        return planFrom(FileAccess.readText(file), file.toString());
    }

    /**
     * As {@link #readPlan(Path)}.
     *
     * @param source where the text comes from, for messages
     */
    public TransferPlan planFrom(String text, String source) {
        return JsonText.open(text, source, format()).decode(PlanJson::plan);
    }

    @Override
    void requireReadable(String text) {
        JsonText.open(text, "the text", format()).decode(in -> in.has("verdict") ? plan(in) : in);
    }

    private static TransferPlan plan(FieldReader in) {
        if (!in.has("verdict")) {
            throw new InvalidInputException(
                    in.source() + " holds no plan: its outcome is " + in.text("outcome") + ".",
                    "Its field reasons says why; ask for something that can be met.");
        }
        return PlanFields.decode(in);
    }

    @Override
    protected void encode(FieldWriter out, PlanAnswer answer) {
        TransferRequest request = answer.request();
        out.text("outcome", answer.outcome().ending().id())
                .text("from", request.from().toString())
                .texts("sources", request.sources())
                .text(
                        "to",
                        request.to().size() == 1
                                ? Optional.of(request.to().get(0).toString())
                                : Optional.empty())
                .texts("destinations", request.to())
                .bytes("size_bytes", request.size());
        Optional<TransferPlan> plan = answer.outcome().plan();
        if (plan.isPresent()) {
            PlanFields.encode(out, plan.get());
        } else {
            PlanFields.encodeNothing(out, request.to().size() > 1);
        }
        evidence(out, answer.evidence());
        out.texts("do", plan.map(TransferPlan::commands).orElse(List.of()))
                .texts("reasons", answer.outcome().reasons())
                .objectOrNull("nearest", nearest(answer.outcome()), PlanJson::nearest)
                .objectOrNull("survives", answer.surviving(), PlanJson::surviving)
                .millis("planning_ms", answer.planningTime());
    }

    private static void evidence(FieldWriter out, Optional<PlanEvidence> known) {
        out.objects("evidence", known.map(PlanEvidence::links).orElse(List.of()), (fields, link) -> {
                    Quantities.link(fields, link.link());
                    fields.text("from_vm", link.fromVm())
                            .text("to_vm", link.toVm())
                            .integer("runs", link.runs())
                            .instant("as_of", link.asOf())
                            .bps("received_bps", link.received())
                            .bps("sent_bps", link.sent())
                            .bps("low_bps", link.low())
                            .text("assumes", Optional.of(link.assumes()).filter(words -> !words.isEmpty()));
                })
                .text("prices_as_of", known.flatMap(PlanEvidence::pricesAsOf).map(LocalDate::toString))
                .texts("price_sources", known.map(PlanEvidence::priceSources).orElse(List.of()))
                .objectOrNull(
                        "low_end",
                        known.filter(evidence -> evidence.lowEnd().isPresent()),
                        (fields, evidence) -> fields.decimal("share_of_rate", evidence.lowEnd())
                                .seconds("time_s", evidence.timeAtLowEnd())
                                .flag("meets_deadline", evidence.deadlineHoldsAtLowEnd()));
    }

    private static void surviving(FieldWriter out, SurvivingPlan surviving) {
        out.usd("extra_usd", surviving.extra())
                .seconds("worst_time_s", surviving.worstTime())
                .objects("failures", surviving.fallbacks().entrySet(), (fields, entry) -> {
                    fields.text("site", entry.getKey().site().toString())
                            .text("lost", entry.getKey().relay() ? "relay" : "vm");
                    PlanFields.fallback(fields, entry.getValue());
                });
    }

    private static void nearest(FieldWriter out, PlanOutcome.Infeasible no) {
        no.nearest()
                .ifPresent(request -> out.text("from", request.from().toString())
                        .texts("sources", request.sources())
                        .texts("destinations", List.<SiteId>copyOf(request.to()))
                        .bytes("size_bytes", request.size())
                        .bps("rate_bps", request.rate())
                        .seconds("deadline_s", request.deadline())
                        .usd("budget_usd", request.budget())
                        .integer("max_vms_per_site", request.limits().maxVmsPerSite()));
        out.objectOrNull("plan", no.nearestPlan(), PlanFields::encode);
    }

    private static Optional<PlanOutcome.Infeasible> nearest(PlanOutcome outcome) {
        return outcome.fold(
                found -> Optional.<PlanOutcome.Infeasible>empty(),
                no -> Optional.of(no).filter(some -> some.nearest().isPresent()),
                late -> Optional.<PlanOutcome.Infeasible>empty());
    }
}
