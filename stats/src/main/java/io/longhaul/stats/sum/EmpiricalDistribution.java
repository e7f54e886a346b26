package io.longhaul.stats.sum;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;
import java.util.SplittableRandom;

/** The distribution that gives every one of the samples the same chance. Immutable; safe from any thread. */
public final class EmpiricalDistribution {
    private final double[] sorted;
    private final double mean;

    private EmpiricalDistribution(double[] sorted) {
        this.sorted = sorted;
        this.mean = Summary.mean(sorted);
    }

    /** Of one or more finite samples, in any order; they are copied. */
    public static EmpiricalDistribution of(double[] samples) {
        return new EmpiricalDistribution(Samples.sorted(samples, 1));
    }

    public int size() {
        return sorted.length;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    public double mean() {
        return mean;
    }

    /** The share of samples that are {@code x} or better: a point of the "X or better" curve. */
    public double shareOrBetter(double x) {
        return (sorted.length - countBelow(x)) / (double) sorted.length;
    }

    /** The largest sample that a share of all samples reaches: the "X or better" curve read the other way. */
    public double reachedBy(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share is not in (0, 1]: " + share);
        }
        int needed = (int) Math.ceil(share * sorted.length - 1e-9);
        return sorted[sorted.length - Math.max(needed, 1)];
    }

    /** The sample at a rank from zero, ascending. */
    public double sample(int rank) {
        return sorted[rank];
    }

    double draw(SplittableRandom random) {
        return sorted[random.nextInt(sorted.length)];
    }

    private int countBelow(double x) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < x) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
