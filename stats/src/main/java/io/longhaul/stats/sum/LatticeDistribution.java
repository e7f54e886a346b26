package io.longhaul.stats.sum;

import java.util.Arrays;

/**
 * A distribution over multiples of a step, so that sums of draws are plain convolutions. Immutable; safe from any thread.
 *
 * <p>Exact when all samples are multiples of the step. Else {@link Rounding} says where a sample between two multiples
 * goes: {@code DOWN} and {@code UP} bound every probability of a sum from below and above, {@code SPLIT} keeps the mean.
 */
public final class LatticeDistribution {
    private static final double ON_LATTICE = 1e-9;

    /** Where a sample between two multiples of the step goes. */
    public enum Rounding {
        DOWN,
        /** Shared between both neighbours so that the mean stays. */
        SPLIT,
        UP
    }

    private final double step;
    private final long first;
    private final double[] probabilities;

    private LatticeDistribution(double step, long first, double[] probabilities) {
        this.step = step;
        this.first = first;
        this.probabilities = probabilities;
    }

    /** The samples of a distribution, moved to multiples of the step. */
    public static LatticeDistribution of(EmpiricalDistribution samples, double step, Rounding rounding) {
        if (!(step > 0)) {
            throw new IllegalArgumentException("step is not positive: " + step);
        }
        long first = (long) Math.floor(samples.min() / step);
        long last = (long) Math.ceil(samples.max() / step);
        if (last - first > 50_000_000) {
            throw new IllegalArgumentException("step " + step + " cuts the samples into more than 50 million parts");
        }
        double[] p = new double[(int) (last - first) + 2];
        double each = 1.0 / samples.size();
        for (int i = 0; i < samples.size(); i++) {
            double at = samples.sample(i) / step - first;
            int below = (int) Math.floor(at + ON_LATTICE);
            double rest = Math.max(0, at - below);
            double up = rest <= ON_LATTICE || rounding == Rounding.DOWN ? 0 : rounding == Rounding.UP ? 1 : rest;
            p[below] += each * (1 - up);
            p[below + 1] += each * up;
        }
        return new LatticeDistribution(step, first, p);
    }

    /** The distribution of the sum of two independent draws; both must have the same step. */
    public LatticeDistribution plus(LatticeDistribution other) {
        if (step != other.step) {
            throw new IllegalArgumentException("steps differ: " + step + " and " + other.step);
        }
        double[] sum = new double[probabilities.length + other.probabilities.length - 1];
        for (int i = 0; i < probabilities.length; i++) {
            double p = probabilities[i];
            if (p != 0) {
                for (int j = 0; j < other.probabilities.length; j++) {
                    sum[i + j] += p * other.probabilities[j];
                }
            }
        }
        return new LatticeDistribution(step, first + other.first, sum);
    }

    /** The distribution of the sum of n independent draws, by doubling. */
    public LatticeDistribution times(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("draws are below one: " + n);
        }
        LatticeDistribution sum = null;
        LatticeDistribution power = this;
        for (int left = n; left > 0; left /= 2) {
            if (left % 2 == 1) {
                sum = sum == null ? power : sum.plus(power);
            }
            power = left > 1 ? power.plus(power) : power;
        }
        return sum == null ? this : sum;
    }

    /** The chance of {@code x} or more. */
    public double shareOrBetter(double x) {
        double from = Math.ceil(x / step - ON_LATTICE) - first;
        double sum = 0;
        for (int i = (int) Math.max(0, Math.min(from, probabilities.length)); i < probabilities.length; i++) {
            sum += probabilities[i];
        }
        return Math.min(1, sum);
    }

    public double mean() {
        double sum = 0;
        for (int i = 0; i < probabilities.length; i++) {
            sum += probabilities[i] * (first + i);
        }
        return sum * step;
    }

    long first() {
        return first;
    }

    double[] probabilities() {
        return Arrays.copyOf(probabilities, probabilities.length);
    }
}
