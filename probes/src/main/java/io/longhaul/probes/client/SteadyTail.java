package io.longhaul.probes.client;

import io.longhaul.stats.Summary;
import io.longhaul.stats.series.OverlappingBatchMeans;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The part of a series from which on its mean is known: at least fifteen samples and half of the series, whose 99 % confidence interval
 * of the mean is within a tolerance of it, by {@link OverlappingBatchMeans} of an eighth of the part, five samples or more, and whose
 * two halves agree within the tolerance. MSER-5 cannot say this of a series that is flat: there any cut is as good as another, also the
 * last one allowed, which it takes for a warm-up without an end. Stateless.
 */
final class SteadyTail {
    private static final double LEVEL = 0.99;
    private static final int FEWEST = 15;
    private static final int STEP = 5;
    private static final int MOST_CUTS = 20;
    private static final int SMALLEST_BATCH = 5;
    private static final int BATCHES = 8;

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
            if (isKnown(Arrays.copyOfRange(series, cut, count), tolerance)) {
                return OptionalInt.of(cut);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean isKnown(double[] part, double tolerance) {
        double mean = Summary.mean(part);
        int middle = part.length / 2;
        double early = Summary.mean(Arrays.copyOf(part, middle));
        double late = Summary.mean(Arrays.copyOfRange(part, middle, part.length));
        if (mean <= 0 || Math.abs(late - early) > tolerance * mean) {
            return false;
        }
        int batch = Math.max(SMALLEST_BATCH, part.length / BATCHES);
        return OverlappingBatchMeans.halfWidth(part, batch, LEVEL) <= tolerance * mean;
    }
}
