package io.longhaul.stats;

import io.longhaul.core.estimate.RateVariation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The gamma law with mean 1, of which only the spread is free: shape 1 / cv^2, scale cv^2. Quantiles by the cube of a
 * normal (Wilson and Hilferty, 1931) where the spread is at most the mean: those from 5 to 99.9 % are within 0.1 % of the law's
 * at a spread of 0.2, within 0.8 % at 0.5 and within 6 % at 0.8; beyond, exact. Stateless.
 */
public final class GammaLaw {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** Longer than any transfer: its luck is drawn once. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Factors that stand for a law whose mean and spread are taken as given. */
    private static final int MANY = 200;

    private GammaLaw() {}

    /**
     * A variation of which only mean and spread are known: equally likely factors of the gamma law with mean 1 and that
     * spread. The gamma law is never below zero, leans to the right as rates do, and a sum of many draws keeps its form.
     *
     * @param coefficientOfVariation standard deviation over mean, above zero
     * @param lasts how long a draw lasts; empty when as long as a transfer, which makes odds neither better nor worse by
     *     averaging
     * @param samples runs behind mean and spread, which decide how sure one can be of them; empty when both are given
     */
    public static RateVariation variation(
            double coefficientOfVariation, Optional<Duration> lasts, OptionalInt samples) {
        int count = Math.max(2, samples.orElse(MANY));
        double[] values = factors(coefficientOfVariation, count);
        return new RateVariation(
                Arrays.stream(values).boxed().toList(),
                lasts.orElse(FOR_EVER),
                samples.isPresent() ? RateVariation.Basis.SPREAD_OF_RUNS : RateVariation.Basis.SPREAD_GIVEN);
    }

    /**
     * Equally likely values, the quantiles in the middle of equal shares, in rising order; their mean is 1 and their
     * standard deviation that of the law as far as no value falls below zero.
     *
     * @param coefficientOfVariation standard deviation over mean, above zero
     * @param count how many, at least 2
     */
    public static double[] factors(double coefficientOfVariation, int count) {
        if (!(coefficientOfVariation > 0 && coefficientOfVariation < 10) || count < 2) {
            throw new IllegalArgumentException(
                    "a coefficient of variation of " + coefficientOfVariation + " for " + count + " values");
        }
        DoubleUnaryOperator quantile = quantile(coefficientOfVariation * coefficientOfVariation);
        double[] values = new double[count];
        Arrays.setAll(values, i -> quantile.applyAsDouble((i + 0.5) / count));
        double mean = Arrays.stream(values).average().orElse(1);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double widen = coefficientOfVariation / Math.sqrt(squares / (count - 1));
        Arrays.setAll(values, i -> Math.max(0, 1 + (values[i] - mean) * widen));
        double widened = Arrays.stream(values).average().orElse(1);
        Arrays.setAll(values, i -> values[i] / widened);
        return values;
    }

    private static DoubleUnaryOperator quantile(double square) {
        if (square > 1) {
            return new GammaDistribution(null, 1 / square, square)::inverseCumulativeProbability;
        }
        return share -> {
            double root = 1 - square / 9 + NORMAL.inverseCumulativeProbability(share) * Math.sqrt(square) / 3;
            return root * root * root;
        };
    }
}
