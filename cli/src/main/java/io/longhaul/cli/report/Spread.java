package io.longhaul.cli.report;

import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The ends and the middle of some numbers, for captions. Immutable.
 *
 * @param count how many there are, at least one
 * @param min smallest
 * @param median middle one, or the mean of the two in the middle
 * @param max largest
 */
record Spread(int count, long min, double median, long max) {
    /** Empty when there are no numbers. */
    static Optional<Spread> of(LongStream values) {
        long[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return Optional.empty();
        }
        double[] asDoubles = LongStream.of(sorted).asDoubleStream().toArray();
        return Optional.of(new Spread(sorted.length, sorted[0], medianOfSorted(asDoubles), sorted[sorted.length - 1]));
    }

    /** Largest over smallest; infinite when the smallest is zero. */
    double ratio() {
        return (double) max / min;
    }

    static double medianOfSorted(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
