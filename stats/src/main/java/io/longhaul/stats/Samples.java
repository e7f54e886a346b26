package io.longhaul.stats;

import io.longhaul.core.error.InvalidInputException;
import java.util.Arrays;

/** Checks and orders samples before a statistic reads them. Stateless; safe from any thread. */
public final class Samples {
    private Samples() {}

    /**
     * Returns the samples unchanged when they are many enough and all finite.
     *
     * @throws InvalidInputException when there are fewer than {@code minimum}, or one is NaN or infinite
     */
    public static double[] requireFinite(double[] samples, int minimum) {
        if (samples.length < minimum) {
            throw new InvalidInputException(
                    "There are " + samples.length + " samples; this statistic needs at least " + minimum + ".",
                    "Measure more, or widen the time range.");
        }
        for (int i = 0; i < samples.length; i++) {
            if (!Double.isFinite(samples[i])) {
                throw new InvalidInputException(
                        "Sample " + i + " is not a finite number: " + samples[i] + ".",
                        "Leave failed measurements out before computing statistics.");
            }
        }
        return samples;
    }

    /** A sorted copy; the samples stay as they are. Errors as {@link #requireFinite}. */
    public static double[] sorted(double[] samples, int minimum) {
        double[] copy = requireFinite(samples, minimum).clone();
        Arrays.sort(copy);
        return copy;
    }

    /** Requires a probability strictly between zero and one. */
    public static double requireOpenProbability(double p, String name) {
        if (!(p > 0 && p < 1)) {
            throw new IllegalArgumentException(name + " is not strictly between 0 and 1: " + p);
        }
        return p;
    }
}
