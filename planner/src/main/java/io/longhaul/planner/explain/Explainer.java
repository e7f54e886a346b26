package io.longhaul.planner.explain;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.planner.baseline.Offers;
import io.longhaul.planner.overlay.FlowNetwork;
import java.util.ArrayList;
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
     * @param options whether to search what the verdict hangs on; without a time limit that ends after a fixed effort
     * @param outOfTime ends that search where there is a time limit
     */
    public static TransferPlan explain(
            PlanningProblem problem,
            TransferPlan plan,
            FlowNetwork network,
            PlannerOptions options,
            BooleanSupplier outOfTime) {
        List<Offer> offers = Offers.of(problem);
        Optional<RelayCertificate> certificate = Certificates.of(problem, plan);
        List<String> sentences = new ArrayList<>(Sentences.of(problem, plan, offers, certificate));
        if (!options.sensitivity()) {
            return plan.withReasons(new Reasons(offers, sentences, certificate, List.of()));
        }
        BooleanSupplier enough = options.timeLimit().isPresent() ? outOfTime : new Effort(network.nodes());
        Optional<List<Sensitivity>> searched = searched(new SensitivitySearch(problem, plan, network, enough));
        List<Sensitivity> sensitivity = searched.orElse(List.of());
        sensitivity.stream().limit(1).forEach(first -> sentences.add(first.consequence()));
        if (searched.isEmpty()) {
            sentences.add("Which measured rate the answer hangs on was not searched to the end; a longer time limit"
                    + " allows it.");
        }
        return plan.withReasons(new Reasons(offers, sentences, certificate, sensitivity));
    }

    /** What a verdict hangs on; empty where the search was ended, or came to plans of centuries. */
    private static Optional<List<Sensitivity>> searched(SensitivitySearch search) {
        try {
            return search.run();
        } catch (ArithmeticException beyondCounting) {
            return Optional.empty();
        }
    }
}
