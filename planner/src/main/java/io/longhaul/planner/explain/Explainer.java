package io.longhaul.planner.explain;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.planner.baseline.Offers;
import io.longhaul.planner.overlay.FlowNetwork;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Adds offers, certificate, sensitivity and sentences to a plan. Stateless, safe for any thread. */
public final class Explainer {
    private Explainer() {}

    /**
     * The same plan, explained.
     *
     * @param network the network the plan was made on
     * @param outOfTime ends the search for what the verdict hangs on
     */
    public static TransferPlan explain(
            PlanningProblem problem, TransferPlan plan, FlowNetwork network, BooleanSupplier outOfTime) {
        List<Offer> offers = Offers.of(problem);
        Optional<RelayCertificate> certificate = Certificates.of(problem, plan);
        List<Sensitivity> sensitivity = new SensitivitySearch(problem, plan, network, outOfTime).run();
        List<String> sentences = Sentences.of(problem, plan, offers, certificate, sensitivity);
        return plan.withExplanation(offers, sentences, certificate, sensitivity);
    }
}
