package io.longhaul.stats.series;

import io.longhaul.stats.Samples;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds where the warm-up of a growing series ends: MSER-5. Confined to one thread.
 *
 * <p>Averages batches of five and drops the d first batches that make the standard error of the mean of the rest least,
 * minimising sum over i &gt; d of (x_i - mean_d)^2 / (n - d)^2 for d up to half the batches (White, Cobb and Spratt, "A
 * Comparison of Five Steady-State Truncation Heuristics for Simulation", Winter Simulation Conference 2000). Adding a
 * sample takes constant time; a query takes one pass over the batches.
 */
public final class Mser5 {
    private static final int BATCH = 5;
    private static final int MINIMUM_BATCHES = 4;

    private double[] sums = new double[32];
    private double[] squares = new double[32];
    private int batches;
    private double origin;
    private double open;
    private int inOpen;

    /**
     * Where the steady part starts.
     *
     * @param samplesDropped how many first samples belong to the warm-up, a multiple of five
     * @param steady false when the best cut lies at its limit, half of the series: the warm-up may not be over
     */
    public record Truncation(int samplesDropped, boolean steady) {}

    /** The truncation of a whole series; empty below twenty samples. */
    public static Optional<Truncation> of(double[] series) {
        Samples.requireFinite(series, 0);
        var mser = new Mser5();
        for (double x : series) {
            mser.add(x);
        }
        return mser.truncation();
    }

    /** Takes the next sample. */
    public void add(double sample) {
        if (!Double.isFinite(sample)) {
            throw new IllegalArgumentException("sample is not a finite number: " + sample);
        }
        open += sample;
        if (++inOpen < BATCH) {
            return;
        }
        double mean = open / BATCH;
        open = 0;
        inOpen = 0;
        if (batches == 0) {
            origin = mean;
        }
        if (batches + 1 == sums.length) {
            sums = Arrays.copyOf(sums, 2 * sums.length);
            squares = Arrays.copyOf(squares, 2 * squares.length);
        }
        double centred = mean - origin;
        sums[batches + 1] = sums[batches] + centred;
        squares[batches + 1] = squares[batches] + centred * centred;
        batches++;
    }

    /** Where to cut what was added so far; empty below twenty samples. */
    public Optional<Truncation> truncation() {
        if (batches < MINIMUM_BATCHES) {
            return Optional.empty();
        }
        int limit = batches / 2;
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int d = 0; d <= limit; d++) {
            double error = squaredErrorOfMean(d);
            if (error < least) {
                least = error;
                best = d;
            }
        }
        return Optional.of(new Truncation(best * BATCH, best < limit));
    }

    private double squaredErrorOfMean(int dropped) {
        double kept = batches - dropped;
        double sum = sums[batches] - sums[dropped];
        double spread = squares[batches] - squares[dropped] - sum * sum / kept;
        return Math.max(spread, 0) / (kept * kept);
    }
}
