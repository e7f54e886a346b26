package io.longhaul.planner.explain;

import java.util.function.BooleanSupplier;

/**
 * Ends a search after so much work, whatever the machine: the same problem is explained by the same sentences. A step is a
 * pivot of the simplex or a pricing of paths, which on large networks takes as the square of the sites. Confined to one
 * thread.
 */
final class Effort implements BooleanSupplier {
    /** Steps on a small network: about half a second. */
    private static final long STEPS = 20_000;

    /** Pairs of sites from which on the pricing of paths decides what a step takes. */
    private static final long PAIRS = 20_000;

    private long left;

    Effort(int nodes) {
        left = STEPS / (1 + (long) nodes * nodes / PAIRS);
    }

    @Override
    public boolean getAsBoolean() {
        return --left < 0;
    }
}
