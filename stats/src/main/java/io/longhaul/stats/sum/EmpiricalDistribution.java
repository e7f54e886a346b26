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

    /** The share of samples that are {@code x} or less. */
    public double shareAtMost(double x) {
        return countBelow(Math.nextUp(x)) / (double) sorted.length;
    }

    /** The mean of the largest of so many independent draws: each rank counts with the chance that it is the largest. */
    public double meanOfLargest(int draws) {
        double sum = 0;
        double before = 0;
        for (int rank = 0; rank < sorted.length; rank++) {
            double until = Math.pow((rank + 1.0) / sorted.length, draws);
            sum += sorted[rank] * (until - before);
            before = until;
        }
        return sum;
    }

    /** As many samples, drawn from these with repetition: what could have been seen as well. */
    public EmpiricalDistribution resampled(SplittableRandom random) {
        return of(random.ints(sorted.length, 0, sorted.length)
                .mapToDouble(rank -> sorted[rank])
                .toArray());
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
