package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import io.longhaul.stats.series.Autocorrelation;

/**
 * Tests whose null hypothesis is that the samples, in the order taken, are independent. Stateless; safe from any thread.
 */
public final class Independence {
    private Independence() {}

    /** Ljung-Box over min(10, n / 5) lags. */
    public static TestResult ljungBox(double[] series) {
        return ljungBox(series, Math.max(1, Math.min(10, series.length / 5)));
    }

    /**
     * Q = n (n + 2) sum of rho_k^2 / (n - k), chi-squared with as many degrees of freedom as lags (Ljung and Box, "On a
     * Measure of Lack of Fit in Time Series Models", Biometrika 65, 1978). One-sided.
     */
    public static TestResult ljungBox(double[] series, int lags) {
        double[] rho = Autocorrelation.of(series, lags);
        double n = series.length;
        double q = 0;
        for (int k = 1; k <= lags; k++) {
            q += rho[k] * rho[k] / (n - k);
        }
        q *= n * (n + 2);
        return new TestResult("Ljung-Box", q, Tails.chiSquaredUpper(q, lags));
    }

    /**
     * Counts peaks and troughs: mean 2 (n - 2) / 3, variance (16 n - 29) / 90 when independent and without ties (Kendall
     * and Stuart, "The Advanced Theory of Statistics", vol. 3; Brockwell and Davis, ch. 1.6). The statistic is the
     * standardised count. Runs of equal samples count once.
     */
    public static TestResult turningPoints(double[] series) {
        Samples.requireFinite(series, 3);
        int n = 0;
        int turns = 0;
        double older = Double.NaN;
        double old = Double.NaN;
        for (double x : series) {
            if (x == old) {
                continue;
            }
            if (n >= 2 && (old > older) == (old > x)) {
                turns++;
            }
            older = old;
            old = x;
            n++;
        }
        if (n < 3) {
            return new TestResult("turning points", 0, 1);
        }
        double z = (turns - 2 * (n - 2) / 3.0) / Math.sqrt((16.0 * n - 29) / 90);
        return new TestResult("turning points", z, Tails.normalTwoSided(z));
    }

    /**
     * Counts runs at or above and below the median: mean 1 + 2 a b / n, variance 2ab (2ab - n) / (n^2 (n - 1)) (Wald and
     * Wolfowitz, Annals of Mathematical Statistics 11, 1940). The statistic is the standardised count.
     */
    public static TestResult runsAboutMedian(double[] series) {
        double median = Quantiles.median(Samples.requireFinite(series, 3));
        double above = 0;
        int runs = 1;
        for (int i = 0; i < series.length; i++) {
            above += series[i] >= median ? 1 : 0;
            if (i > 0 && series[i] >= median != series[i - 1] >= median) {
                runs++;
            }
        }
        double n = series.length;
        double twice = 2 * above * (n - above);
        double variance = twice * (twice - n) / (n * n * (n - 1));
        if (variance <= 0) {
            return new TestResult("runs about the median", 0, 1);
        }
        double z = (runs - 1 - twice / n) / Math.sqrt(variance);
        return new TestResult("runs about the median", z, Tails.normalTwoSided(z));
    }
}
