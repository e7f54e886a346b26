package io.longhaul.stats.sum;

import io.longhaul.stats.sum.LatticeDistribution.Rounding;
import java.util.Arrays;

/**
 * How many machines give a total with a confidence, when each gives an independent draw of what was measured. Immutable.
 *
 * <p>The question of "Performance Variation in the Cloud": best case against 99 % sure. Answered by exact convolution of the
 * measured samples, bucketed to a step; sums that have reached the target are kept as one bucket, so cost and memory stay
 * bounded. Rounding the samples down and up bounds the answer; mean-preserving rounding gives it.
 *
 * @param count the smallest number whose total reaches the target with the confidence
 * @param notBelow a lower bound of the true count, from samples rounded up
 * @param notAbove an upper bound, from samples rounded down
 * @param probability that {@code count} machines reach the target
 * @param bestCase how many would do if every one drew the best sample
 */
public record Provisioning(int count, int notBelow, int notAbove, double probability, int bestCase) {
    private static final int STEPS_TO_TARGET = 8_192;
    private static final int MOST = 100_000;

    /** Over-provisioning: count over best case. */
    public double factor() {
        return (double) count / bestCase;
    }

    /**
     * Computes the count for samples that are zero or more.
     *
     * @throws IllegalArgumentException when a sample is negative, all are zero, or the target is not positive
     * @throws ArithmeticException when more than 100,000 machines would be needed
     */
    public static Provisioning of(EmpiricalDistribution samples, double target, double confidence) {
        requireUsable(samples, target);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence is not strictly between 0 and 1: " + confidence);
        }
        double step = target / STEPS_TO_TARGET;
        Reached middle = search(samples, step, Rounding.SPLIT, confidence);
        int low = search(samples, step, Rounding.UP, confidence).count();
        int high = search(samples, step, Rounding.DOWN, confidence).count();
        return new Provisioning(middle.count(), low, high, middle.probability(), bestCase(samples, target));
    }

    /** How many machines would do if every one drew the best sample. */
    public static int bestCase(EmpiricalDistribution samples, double target) {
        requireUsable(samples, target);
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(target / samples.max() - 1e-9));
    }

    private record Reached(int count, double probability) {}

    private static Reached search(EmpiricalDistribution samples, double step, Rounding rounding, double confidence) {
        LatticeDistribution one = LatticeDistribution.of(samples, step, rounding);
        double[] p = one.probabilities();
        int offset = (int) one.first();
        double[] open = new double[STEPS_TO_TARGET];
        double[] next = new double[STEPS_TO_TARGET];
        open[0] = 1;
        double reached = 0;
        for (int n = 1; n <= MOST; n++) {
            Arrays.fill(next, 0);
            for (int at = 0; at < STEPS_TO_TARGET; at++) {
                if (open[at] == 0) {
                    continue;
                }
                int inside = Math.max(0, Math.min(p.length, STEPS_TO_TARGET - at - offset));
                for (int i = 0; i < inside; i++) {
                    next[at + offset + i] += open[at] * p[i];
                }
                for (int i = inside; i < p.length; i++) {
                    reached += open[at] * p[i];
                }
            }
            if (reached >= confidence) {
                return new Reached(n, Math.min(1, reached));
            }
            double[] swap = open;
            open = next;
            next = swap;
        }
        throw new ArithmeticException("more than " + MOST + " machines would be needed");
    }

    private static void requireUsable(EmpiricalDistribution samples, double target) {
        if (samples.min() < 0 || samples.max() <= 0 || !(target > 0)) {
            throw new IllegalArgumentException(
                    "samples from " + samples.min() + " to " + samples.max() + " never add up to " + target);
        }
    }
}
