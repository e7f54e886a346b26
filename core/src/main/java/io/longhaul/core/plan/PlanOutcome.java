package io.longhaul.core.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What planning ends with: a closed set; take it apart with {@link #fold}. Immutable. */
public sealed interface PlanOutcome permits PlanOutcome.Found, PlanOutcome.Infeasible, PlanOutcome.GaveUp {
    /** One result from whichever of the three it is. */
    <T> T fold(Function<Found, T> found, Function<Infeasible, T> infeasible, Function<GaveUp, T> gaveUp);

    /** How planning ended. */
    enum Ending {
        FOUND("found"),
        INFEASIBLE("infeasible"),
        /** The time limit, or the numbers, came before the proof. */
        GAVE_UP("gave-up");

        private final String id;

        Ending(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }
    }

    /** Which of the three it is. */
    default Ending ending() {
        return fold(found -> Ending.FOUND, no -> Ending.INFEASIBLE, late -> Ending.GAVE_UP);
    }

    /** Why there is no plan, or what was left undone, one sentence each; none with a proven plan. */
    default List<String> reasons() {
        return fold(found -> List.of(), Infeasible::reasons, GaveUp::reasons);
    }

    /** The plan, if there is one: the proven one, or the best so far. */
    default Optional<TransferPlan> plan() {
        return fold(found -> Optional.of(found.best()), no -> Optional.<TransferPlan>empty(), GaveUp::best);
    }

    /**
     * The request is met, with proof.
     *
     * @param best the plan
     */
    record Found(TransferPlan best) implements PlanOutcome {
        @Override
        public <T> T fold(Function<Found, T> found, Function<Infeasible, T> infeasible, Function<GaveUp, T> gaveUp) {
            return found.apply(this);
        }
    }

    /**
     * No plan meets the request.
     *
     * @param reasons which limits bind, one sentence each, with numbers
     * @param nearest the nearest request that can be met; empty when the sites are not connected at all
     * @param nearestPlan the plan for it
     */
    record Infeasible(List<String> reasons, Optional<TransferRequest> nearest, Optional<TransferPlan> nearestPlan)
            implements PlanOutcome {
        public Infeasible {
            reasons = List.copyOf(reasons);
        }

        @Override
        public <T> T fold(Function<Found, T> found, Function<Infeasible, T> infeasible, Function<GaveUp, T> gaveUp) {
            return infeasible.apply(this);
        }
    }

    /**
     * The time limit came before the proof.
     *
     * @param best the best plan so far with its gap; empty when none was found
     * @param reasons what was left undone, one sentence each
     */
    record GaveUp(Optional<TransferPlan> best, List<String> reasons) implements PlanOutcome {
        public GaveUp {
            reasons = List.copyOf(reasons);
        }

        /** No plan, as its time or money would be more than can be counted: centuries, or billions of dollars. */
        public static GaveUp beyondCounting() {
            return new GaveUp(Optional.empty(), List.of("Money or time of the plan are beyond what can be counted."));
        }

        @Override
        public <T> T fold(Function<Found, T> found, Function<Infeasible, T> infeasible, Function<GaveUp, T> gaveUp) {
            return gaveUp.apply(this);
        }
    }
}
