package io.longhaul.stats.series;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The changes of level within one run, robust to outliers and to autocorrelated noise. Stateless; safe from any thread.
 *
 * <p>Four steps. {@link NoiseScale} gives the noise whatever the shifts. Samples further than three deviations from
 * their running median are drawn in to it, so that single dips do not pass for levels. {@link Pelt} segments with a
 * penalty of factor * long-run variance * ln n; taking the long-run variance keeps dependence from passing for shifts
 * (Bai and Perron, Econometrica 66, 1998). Changes smaller than asked for are merged, the smallest first.
 *
 * <p>Series beyond 20,000 samples are averaged in blocks first and every change is then placed among the raw samples, so
 * time stays bounded: about a second for ten million.
 */
public final class ChangePoints {
    private static final int LONGEST = 20_000;

    private ChangePoints() {}

    /** The changes by {@link ChangeOptions#DEFAULT}, ascending. */
    public static List<ChangePoint> find(double[] series) {
        return find(series, ChangeOptions.DEFAULT);
    }

    /** The changes, ascending; none in a series shorter than two segments. */
    public static List<ChangePoint> find(double[] series, ChangeOptions options) {
        Samples.requireFinite(series, 0);
        if (series.length < Math.max(2 * options.minSegment(), 6)) {
            return List.of();
        }
        int block = (series.length + LONGEST - 1) / LONGEST;
        double[] coarse = block == 1 ? series : Blocks.means(series, block);
        NoiseScale noise = NoiseScale.of(coarse);
        double[] calm = drawIn(coarse, options.minSegment() - 1, 3 * noise.marginal());
        double variance = noise.longRun() * noise.longRun();
        double penalty = options.penaltyFactor() * variance * Math.log(coarse.length);
        List<Integer> found = new ArrayList<>(Pelt.changes(calm, penalty, options.minSegment()));
        if (block > 1) {
            found = Refinement.place(series, found, block);
        }
        return mergeSmall(series, found, options.minRelativeSize());
    }

    private static double[] drawIn(double[] series, int halfWidth, double reach) {
        double[] calm = new double[series.length];
        double[] window = new double[2 * halfWidth + 1];
        for (int i = 0; i < series.length; i++) {
            int from = Math.max(0, Math.min(i - halfWidth, series.length - window.length));
            int size = Math.min(window.length, series.length - from);
            System.arraycopy(series, from, window, 0, size);
            double middle = Quantiles.medianInPlace(window, size);
            calm[i] = Math.max(middle - reach, Math.min(middle + reach, series[i]));
        }
        return calm;
    }

    private static List<ChangePoint> mergeSmall(double[] series, List<Integer> starts, double minRelativeSize) {
        while (true) {
            List<ChangePoint> changes = describe(series, starts);
            int smallest = -1;
            for (int i = 0; i < changes.size(); i++) {
                double size = changes.get(i).relativeSize();
                if (size < minRelativeSize
                        && (smallest < 0 || size < changes.get(smallest).relativeSize())) {
                    smallest = i;
                }
            }
            if (smallest < 0) {
                return changes;
            }
            starts.remove(smallest);
        }
    }

    static List<ChangePoint> describe(double[] series, List<Integer> starts) {
        var changes = new ArrayList<ChangePoint>();
        int from = 0;
        double before = Double.NaN;
        for (int s = 0; s <= starts.size(); s++) {
            int to = s == starts.size() ? series.length : starts.get(s);
            double median = Quantiles.medianInPlace(Arrays.copyOfRange(series, from, to), to - from);
            if (s > 0) {
                changes.add(new ChangePoint(from, before, median));
            }
            before = median;
            from = to;
        }
        return List.copyOf(changes);
    }
}
