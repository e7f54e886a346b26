package io.longhaul.stats.series;

import java.util.Arrays;

/** A bag of numbers that knows the sum of distances to any of them: a Fenwick tree over ranks. */
final class RankedSums {
    private final double[] sorted;
    private final int[] counts;
    private final double[] sums;
    private int count;
    private double sum;

    RankedSums(double[] sorted) {
        this.sorted = sorted;
        counts = new int[sorted.length + 1];
        sums = new double[sorted.length + 1];
    }

    void add(double value, int times) {
        for (int i = rank(value); i < counts.length; i += i & -i) {
            counts[i] += times;
            sums[i] += times * value;
        }
        count += times;
        sum += times * value;
    }

    double distanceTo(double value) {
        int below = 0;
        double sumBelow = 0;
        for (int i = rank(value); i > 0; i -= i & -i) {
            below += counts[i];
            sumBelow += sums[i];
        }
        return value * below - sumBelow + (sum - sumBelow) - value * (count - below);
    }

    private int rank(double value) {
        return Arrays.binarySearch(sorted, value) + 1;
    }
}
