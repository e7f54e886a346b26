package io.longhaul.core.plan;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How hard to plan. Immutable, if the ticker is.
 *
 * @param gap stop when the plan is within this share of its bound
 * @param timeLimit give up with the best so far after this time by the ticker; empty to finish always
 * @param nanoTicker elapsed nanoseconds, read only when there is a time limit
 * @param seed of simulated transfers: the same seed gives the same odds
 * @param foldSlivers whether routes below 1 % of the rate are left out where that costs less than 0.1 %
 * @param explain whether to compare offers and write sentences
 * @param sensitivity whether an explanation searches what the verdict hangs on; without a time limit that ends after a
 *     fixed effort of about half a second
 */
public record PlannerOptions(
        double gap,
        Optional<Duration> timeLimit,
        LongSupplier nanoTicker,
        long seed,
        boolean foldSlivers,
        boolean explain,
        boolean sensitivity) {
    /** Proven optimal to one part in ten million, explained, without a time limit. */
    public static final PlannerOptions DEFAULT =
            new PlannerOptions(1e-7, Optional.empty(), () -> 0L, 1, false, true, true);

    public PlannerOptions {
        if (!(gap >= 0 && gap < 1)) {
            throw new IllegalArgumentException("the gap is not in [0, 1): " + gap);
        }
    }

    public PlannerOptions withGap(double share) {
        return new PlannerOptions(share, timeLimit, nanoTicker, seed, foldSlivers, explain, sensitivity);
    }

    /** The ticker is usually {@code System::nanoTime}. */
    public PlannerOptions withTimeLimit(Duration limit, LongSupplier ticker) {
        return new PlannerOptions(gap, Optional.of(limit), ticker, seed, foldSlivers, explain, sensitivity);
    }

    public PlannerOptions withExplain(boolean wanted) {
        return new PlannerOptions(gap, timeLimit, nanoTicker, seed, foldSlivers, wanted, sensitivity);
    }

    public PlannerOptions withSensitivity(boolean wanted) {
        return new PlannerOptions(gap, timeLimit, nanoTicker, seed, foldSlivers, explain, wanted);
    }

    public PlannerOptions withSeed(long ofSimulations) {
        return new PlannerOptions(gap, timeLimit, nanoTicker, ofSimulations, foldSlivers, explain, sensitivity);
    }

    /** A simpler plan for at most a thousandth more; the bound stays that of the best. */
    public PlannerOptions withFoldedSlivers() {
        return new PlannerOptions(gap, timeLimit, nanoTicker, seed, true, explain, sensitivity);
    }
}
