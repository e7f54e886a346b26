package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;
import org.apache.commons.math3.special.Erf;

/**
 * Tests whose null hypothesis is a normal distribution of unknown mean and spread. They describe a sample; no interval
 * of this library depends on them. Stateless; safe from any thread.
 */
public final class Normality {
    private static final double[] C1 = {0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056};
    private static final double[] C2 = {0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633};
    private static final double[] C3 = {0.5440, -0.39978, 0.025054, -0.0006714};
    private static final double[] C4 = {1.3822, -0.77857, 0.062767, -0.0020322};
    private static final double[] C5 = {-1.5861, -0.31082, -0.083751, 0.0038915};
    private static final double[] C6 = {-0.4803, -0.082676, 0.0030302};
    private static final double[] G = {-2.273, 0.459};

    private Normality() {}

    /**
     * Shapiro-Wilk W for 3 to 5,000 samples; small W speaks against normality. Royston, "Remark AS R94", Applied Statistics
     * 44 (1995). One-sided.
     *
     * @throws IllegalArgumentException beyond 5,000 samples
     */
    public static TestResult shapiroWilk(double[] samples) {
        double[] x = Samples.sorted(samples, 3);
        int n = x.length;
        if (n > 5_000) {
            throw new IllegalArgumentException("Shapiro-Wilk is known up to 5,000 samples, not for " + n);
        }
        double mean = Summary.mean(x);
        double squares = 0;
        for (double v : x) {
            squares += (v - mean) * (v - mean);
        }
        if (squares == 0) {
            return new TestResult("Shapiro-Wilk", 1, 1);
        }
        double[] a = royston(n);
        double contrast = 0;
        for (int i = 0; i < a.length; i++) {
            contrast += a[i] * (x[n - 1 - i] - x[i]);
        }
        double w = Math.min(1, contrast * contrast / squares);
        return new TestResult("Shapiro-Wilk", w, shapiroP(w, n));
    }

    /**
     * Jarque-Bera n / 6 (S^2 + K^2 / 4), with skewness S and excess kurtosis K, chi-squared with two degrees of freedom:
     * for more than a hundred samples. Jarque and Bera, Economics Letters 6 (1980). One-sided.
     */
    public static TestResult jarqueBera(double[] samples) {
        Samples.requireFinite(samples, 3);
        double mean = Summary.mean(samples);
        double second = 0;
        double third = 0;
        double fourth = 0;
        for (double x : samples) {
            double d = x - mean;
            second += d * d;
            third += d * d * d;
            fourth += d * d * d * d;
        }
        double n = samples.length;
        if (second == 0) {
            return new TestResult("Jarque-Bera", 0, 1);
        }
        double variance = second / n;
        double skewness = third / n / Math.pow(variance, 1.5);
        double excess = fourth / n / (variance * variance) - 3;
        double statistic = n / 6 * (skewness * skewness + excess * excess / 4);
        return new TestResult("Jarque-Bera", statistic, Tails.chiSquaredUpper(statistic, 2));
    }

    /** Weights of the largest, second largest, ... difference of symmetric order statistics. */
    private static double[] royston(int n) {
        int half = n / 2;
        double[] m = new double[half];
        double total = 0;
        for (int i = 0; i < half; i++) {
            m[i] = normalQuantile((i + 1 - 0.375) / (n + 0.25));
            total += 2 * m[i] * m[i];
        }
        double[] a = new double[half];
        if (n == 3) {
            a[0] = Math.sqrt(0.5);
            return a;
        }
        double norm = Math.sqrt(total);
        double u = 1 / Math.sqrt(n);
        a[0] = polynomial(C1, u) - m[0] / norm;
        int exact = 1;
        double rest = total - 2 * m[0] * m[0];
        double share = 1 - 2 * a[0] * a[0];
        if (n > 5) {
            a[1] = polynomial(C2, u) - m[1] / norm;
            exact = 2;
            rest -= 2 * m[1] * m[1];
            share -= 2 * a[1] * a[1];
        }
        double scale = Math.sqrt(rest / share);
        for (int i = exact; i < half; i++) {
            a[i] = -m[i] / scale;
        }
        return a;
    }

    private static double shapiroP(double w, int n) {
        if (n == 3) {
            double p = 6 / Math.PI * (Math.asin(Math.sqrt(w)) - Math.asin(Math.sqrt(0.75)));
            return Math.max(0, Math.min(1, p));
        }
        double y = Math.log1p(-w);
        double mean;
        double deviation;
        if (n <= 11) {
            double gamma = polynomial(G, n);
            if (y >= gamma) {
                return 0;
            }
            y = -Math.log(gamma - y);
            mean = polynomial(C3, n);
            deviation = Math.exp(polynomial(C4, n));
        } else {
            double logN = Math.log(n);
            mean = polynomial(C5, logN);
            deviation = Math.exp(polynomial(C6, logN));
        }
        return Tails.normalCdf(-(y - mean) / deviation);
    }

    /**
     * Anderson-Darling: A^2 (1 + 0.75 / n + 2.25 / n^2) with mean and spread estimated, p-value by the formulas of
     * D'Agostino and Stephens, "Goodness-of-Fit Techniques" (1986), table 4.9; 5 % at 0.752. Needs eight samples. One-sided.
     * The statistic is the modified one.
     */
    public static TestResult andersonDarling(double[] samples) {
        double[] x = Samples.sorted(samples, 8);
        int n = x.length;
        double mean = Summary.mean(x);
        double squares = 0;
        for (double v : x) {
            squares += (v - mean) * (v - mean);
        }
        if (squares == 0) {
            return new TestResult("Anderson-Darling", 0, 1);
        }
        double deviation = Math.sqrt(squares / (n - 1));
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double below = Tails.normalCdf((x[i] - mean) / deviation);
            double above = Tails.normalCdf(-(x[n - 1 - i] - mean) / deviation);
            sum += (2 * i + 1) * (Math.log(below) + Math.log(above));
        }
        double a = (-n - sum / n) * (1 + 0.75 / n + 2.25 / n / n);
        return new TestResult("Anderson-Darling", a, andersonP(a));
    }

    private static double andersonP(double a) {
        double p;
        if (a < 0.2) {
            p = 1 - Math.exp(-13.436 + 101.14 * a - 223.73 * a * a);
        } else if (a < 0.34) {
            p = 1 - Math.exp(-8.318 + 42.796 * a - 59.938 * a * a);
        } else if (a < 0.6) {
            p = Math.exp(0.9177 - 4.279 * a - 1.38 * a * a);
        } else if (a <= 13) {
            p = Math.exp(1.2937 - 5.709 * a + 0.0186 * a * a);
        } else {
            p = 0;
        }
        return Math.max(0, Math.min(1, p));
    }

    private static double polynomial(double[] coefficients, double x) {
        double sum = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            sum = sum * x + coefficients[i];
        }
        return sum;
    }

    private static double normalQuantile(double p) {
        return -Math.sqrt(2) * Erf.erfcInv(2 * p);
    }
}
