package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;

/**
 * When a rate is known well enough to stop: when the confidence interval of the steady rate is within the tolerance of it,
 * the warm-up is over and no window grows any more. Immutable.
 *
 * @param tolerance half of the interval's width over the rate, as 0.02
 */
public record Convergence(double tolerance) {
    /** A rate is not known before. */
    public static final int FEWEST_INTERVALS = 20;

    public static final Convergence DEFAULT = new Convergence(0.02);

    public Convergence {
        if (!(tolerance >= 0.001 && tolerance <= 0.5)) {
            throw new InvalidInputException(
                    "The tolerance (" + tolerance + ") is not in 0.001 to 0.5.", "Two percent is 0.02.");
        }
    }
}
