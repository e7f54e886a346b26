package io.longhaul.core.estimate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * How a link's rate varies around its mean: samples in the order they were taken, each as a multiple of the mean.
 * Immutable.
 *
 * @param factors rate over mean rate, one for each step; at least two, all zero or more, mean 1 within rounding
 * @param step the time each factor stands for
 * @param basis where the factors come from
 */
public record RateVariation(List<Double> factors, Duration step, Basis basis) {
    /** Where the factors of a variation come from. */
    public enum Basis {
        /** Measured, in the order they were taken. */
        TRACE,
        /** A law with the mean and the spread of as many runs as there are factors; their order means nothing. */
        SPREAD_OF_RUNS,
        /** A law whose mean and spread are taken as given; the order of the factors means nothing. */
        SPREAD_GIVEN
    }

    public RateVariation {
        factors = List.copyOf(factors);
        if (factors.size() < 2 || factors.stream().anyMatch(factor -> !(factor >= 0))) {
            throw new IllegalArgumentException("at least two factors of zero or more are needed: " + factors);
        }
        if (step.isZero() || step.isNegative()) {
            throw new IllegalArgumentException("the step is not positive: " + step);
        }
    }

    /** Measured factors. */
    public RateVariation(List<Double> factors, Duration step) {
        this(factors, step, Basis.TRACE);
    }

    /** Whether the form of the law is assumed, since only its mean and spread are known. */
    public boolean assumed() {
        return basis != Basis.TRACE;
    }

    /** A trace of rates in any unit, scaled to mean 1. */
    public static RateVariation ofTrace(double[] rates, Duration step) {
        double mean = Arrays.stream(rates).average().orElse(0);
        if (!(mean > 0)) {
            throw new IllegalArgumentException("the mean of the trace is not positive: " + mean);
        }
        return new RateVariation(
                Arrays.stream(rates).map(rate -> rate / mean).boxed().toList(), step);
    }

    /** Standard deviation over mean. */
    public double coefficientOfVariation() {
        double mean =
                factors.stream().mapToDouble(Double::doubleValue).average().orElse(1);
        double squares = factors.stream()
                .mapToDouble(factor -> (factor - mean) * (factor - mean))
                .sum();
        return Math.sqrt(squares / (factors.size() - 1)) / mean;
    }
}
