package io.longhaul.stats.hypothesis;

import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.special.Erf;

/** Tail probabilities of the distributions that test statistics follow. */
final class Tails {
    private Tails() {}

    static double normalCdf(double z) {
        return 0.5 * Erf.erfc(-z / Math.sqrt(2));
    }

    static double normalTwoSided(double z) {
        return Math.min(1, Erf.erfc(Math.abs(z) / Math.sqrt(2)));
    }

    static double chiSquaredUpper(double statistic, double degreesOfFreedom) {
        return 1 - new ChiSquaredDistribution(null, degreesOfFreedom).cumulativeProbability(statistic);
    }
}
