package io.longhaul.planner.odds;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.resample.BlockLength;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A measured trace to draw from in blocks of neighbours, so that lulls stay as long as they were. Blocks go round the
 * end of the trace (the circular block bootstrap of Politis and Romano, 1992), their length is chosen from the trace's
 * autocorrelation. Immutable by convention.
 *
 * @param factors rate over mean rate
 * @param stepSeconds the time of each factor
 * @param block factors in a block
 * @param basis where the factors come from: the order of a law's means nothing, and one that is given no campaign would
 *     have found otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RateTrace(double[] factors, double stepSeconds, int block, RateVariation.Basis basis) {
    /** Fewer samples do not tell their autocorrelation. */
    private static final int LEAST_FOR_BLOCKS = 9;

    private static final int LEAST_AVERAGES = 1000;

    static RateTrace of(RateVariation variation) {
        double[] factors =
                variation.factors().stream().mapToDouble(Double::doubleValue).toArray();
        int block =
                variation.assumed() || factors.length < LEAST_FOR_BLOCKS || variation.coefficientOfVariation() < 1e-12
                        ? 1
                        : BlockLength.automatic(factors);
        return new RateTrace(factors, Durations.seconds(variation.step()), block, variation.basis());
    }

    /** Whether the factors stand in the order they were measured in. */
    private boolean ordered() {
        return basis == RateVariation.Basis.TRACE;
    }

    /**
     * How many independent transfers of a length the trace is worth: stretches as long as the transfer and the memory of
     * the rate. Infinite for a law.
     */
    double stretches(double seconds) {
        return ordered()
                ? factors.length * stepSeconds / (seconds + block * stepSeconds)
                : Double.POSITIVE_INFINITY;
    }

    /** This trace in blocks at least as long as a transfer, so that a transfer sees what was measured in one stretch. */
    RateTrace inStretches(double seconds) {
        double steps = Math.min(factors.length, Math.ceil(seconds / stepSeconds));
        return ordered() && steps > block ? new RateTrace(factors, stepSeconds, (int) steps, basis) : this;
    }

    /** This trace, or one of averages over so many of its steps that its own are not shorter than asked for. */
    RateTrace coarserThan(double seconds) {
        int group = (int) Math.min(1_000_000, Math.ceil(seconds / stepSeconds - 1e-9));
        if (group <= 1) {
            return this;
        }
        if (ordered()) {
            return new RateTrace(
                    ofNeighbours(group), stepSeconds * group, Math.max(1, (block + group - 1) / group), basis);
        }
        double[] averages = new double[Math.max(factors.length, LEAST_AVERAGES)];
        var walk = new Walk(this, new SplittableRandom(factors.length));
        for (int i = 0; i < averages.length; i++) {
            double sum = 0;
            for (int k = 0; k < group; k++) {
                sum += walk.next();
            }
            averages[i] = sum / group;
        }
        return new RateTrace(averages, stepSeconds * group, 1, basis);
    }

    /** Averages of so many factors each, in their order; what is left over at the end is not used. */
    private double[] ofNeighbours(int group) {
        int size = Math.min(group, factors.length);
        double[] averages = new double[factors.length / size];
        for (int i = 0; i < averages.length; i++) {
            averages[i] = Arrays.stream(factors, i * size, (i + 1) * size).average().orElse(1);
        }
        return averages;
    }

    /** A trace as long as this one, drawn from it: what another campaign might have measured; itself where it is given. */
    RateTrace resampled(SplittableRandom random) {
        if (basis == RateVariation.Basis.SPREAD_GIVEN) {
            return this;
        }
        double[] drawn = new double[factors.length];
        var walk = new Walk(this, random);
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = walk.next();
        }
        return new RateTrace(drawn, stepSeconds, block, basis);
    }

    /** An endless series of factors, block after block. Confined to one thread. */
    static final class Walk {
        private final RateTrace trace;
        private final SplittableRandom random;
        private int at;
        private int left;

        Walk(RateTrace trace, SplittableRandom random) {
            this.trace = trace;
            this.random = random;
        }

        double next() {
            if (left == 0) {
                at = random.nextInt(trace.factors.length);
                left = trace.block;
            }
            left--;
            double factor = trace.factors[at];
            at = at + 1 == trace.factors.length ? 0 : at + 1;
            return factor;
        }
    }
}
