package io.longhaul.stats.hypothesis;

import java.util.Arrays;

/** Ranks from one, ties sharing their middle rank. Immutable. */
final class Ranks {
    private final double[] values;
    private final double tieTerm;
    private final boolean tied;

    private Ranks(double[] values, double tieTerm, boolean tied) {
        this.values = values;
        this.tieTerm = tieTerm;
        this.tied = tied;
    }

    static Ranks of(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double[] middles = new double[n];
        double term = 0;
        boolean tied = false;
        for (int i = 0; i < n; ) {
            int end = i;
            while (end < n && sorted[end] == sorted[i]) {
                end++;
            }
            double t = end - i;
            tied |= t > 1;
            term += t * t * t - t;
            Arrays.fill(middles, i, end, (i + 1 + end) / 2.0);
            i = end;
        }
        double[] ranks = new double[n];
        for (int i = 0; i < n; i++) {
            ranks[i] = middles[Arrays.binarySearch(sorted, samples[i])];
        }
        return new Ranks(ranks, term, tied);
    }

    /** Ranks of two samples pooled, the first sample's ranks first. */
    static Ranks ofPooled(double[] first, double[] second) {
        double[] pooled = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, pooled, first.length, second.length);
        return of(pooled);
    }

    double[] values() {
        return values;
    }

    /** Sum over ties of t^3 - t. */
    double tieTerm() {
        return tieTerm;
    }

    boolean tied() {
        return tied;
    }
}
