package io.longhaul.probes.client;

import java.util.OptionalInt;

/**
 * The part of a series from which on its mean is known: at least fifteen samples and half of the series, whose 99 % confidence interval
 * of the mean is within a tolerance of it, each sample counted as (1 - r) / (1 + r) for a lag-one autocorrelation of r, and whose two
 * halves agree within the tolerance. MSER-5 cannot say this of a series that is flat: there any cut is as good as another, also the last
 * one allowed, which it takes for a warm-up without an end. Stateless.
 */
final class SteadyTail {
    private static final double Z_99 = 2.576;
    private static final int FEWEST = 15;
    private static final int STEP = 5;
    private static final int MOST_CUTS = 20;

    private SteadyTail() {}

    /**
     * How many first samples to leave out.
     *
     * @param series may be longer than what counts
     * @param count how many of its samples count
     * @param tolerance share of the mean
     * @return the fewest that will do; empty when no cut in the first half does
     */
    static OptionalInt cut(double[] series, int count, double tolerance) {
        int step = STEP * Math.max(1, (count / 2 / STEP + MOST_CUTS - 1) / MOST_CUTS);
        for (int cut = 0; cut <= count / 2 && count - cut >= FEWEST; cut += step) {
            if (isKnown(series, cut, count, tolerance)) {
                return OptionalInt.of(cut);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isKnown(double[] series, int from, int to, double tolerance) {
        double mean = mean(series, from, to);
        int middle = from + (to - from) / 2;
        double drift = Math.abs(mean(series, middle, to) - mean(series, from, middle));
        return mean > 0 && drift <= tolerance * mean && halfWidth(series, from, to, mean) <= tolerance * mean;
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static double halfWidth(double[] values, int from, int to, double mean) {
        double squares = 0;
        double products = 0;
        for (int i = from; i < to; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
            if (i > from) {
                products += (values[i] - mean) * (values[i - 1] - mean);
            }
        }
        if (squares == 0) {
            return 0;
        }
        double count = to - from;
        double correlation = Math.max(0, Math.min(0.99, products / squares));
        double effective = count * (1 - correlation) / (1 + correlation);
        return Z_99 * Math.sqrt(squares / (count - 1) / effective);
    }
}
