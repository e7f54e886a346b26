package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;

/**
 * The augmented Dickey-Fuller test with a constant; its null hypothesis is a unit root, so rejecting it speaks for
 * stationarity. Stateless; safe from any thread.
 *
 * <p>Regresses the difference on a constant, the level before and p lagged differences; the statistic is t of the level
 * (Said and Dickey, Biometrika 71, 1984). p-values and critical values from the response surfaces of MacKinnon
 * ("Approximate Asymptotic Distribution Functions for Unit-Root and Cointegration Tests", Journal of Business and
 * Economic Statistics 12, 1994; "Critical Values for Cointegration Tests", Queen's University working paper 1227, 2010).
 */
public final class AugmentedDickeyFuller {
    private static final int CONSTANT = 0;
    private static final int LEVEL = 1;

    private AugmentedDickeyFuller() {}

    /** With the lags, up to 12 (n / 100)^(1/4), that Akaike's criterion prefers. One-sided. */
    public static TestResult test(double[] series) {
        int most = (int) (12 * Math.pow(series.length / 100.0, 0.25));
        return testUpTo(series, Math.max(0, Math.min(most, series.length / 2 - 3)));
    }

    /**
     * With the number of lags, up to {@code maxLags}, that Akaike's criterion prefers on a common sample; fewer where those say the
     * same as each other, as in a series of a few steps. One-sided.
     */
    public static TestResult testUpTo(double[] series, int maxLags) {
        double t = Double.NaN;
        for (int lags = bestLags(series, maxLags); lags >= 0 && Double.isNaN(t); lags--) {
            t = statistic(series, lags);
        }
        return result(t);
    }

    /**
     * With exactly {@code lags} lagged differences. One-sided. A constant series has no unit root: p is zero. One whose level cannot be
     * told from its lags, as a constant that ends with a step, says nothing: p is one.
     */
    public static TestResult test(double[] series, int lags) {
        return result(statistic(series, lags));
    }

    private static TestResult result(double t) {
        return Double.isNaN(t)
                ? new TestResult("augmented Dickey-Fuller", 0, 1)
                : new TestResult("augmented Dickey-Fuller", t, pValue(t));
    }

    /** Minus infinity for a constant series; not a number where the regression is singular. */
    private static double statistic(double[] series, int lags) {
        Samples.requireFinite(series, 2 * lags + 6);
        var factored = regression(series, lags, lags).factored();
        return factored.residualSquares(1) == 0
                ? Double.NEGATIVE_INFINITY
                : factored.fit(lags + 2, LEVEL).tStatistic();
    }

    static int bestLags(double[] series, int maxLags) {
        Samples.requireFinite(series, 2 * maxLags + 6);
        NestedRegression regression = regression(series, maxLags, maxLags);
        var factored = regression.factored();
        double n = regression.rows();
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int lags = 0; lags <= maxLags; lags++) {
            double squares = factored.residualSquares(lags + 2);
            double criterion = n * Math.log(squares / n) + 2.0 * (lags + 2);
            if (criterion < least) {
                least = criterion;
                best = lags;
            }
        }
        return best;
    }

    private static NestedRegression regression(double[] series, int lags, int skipped) {
        double mean = Summary.mean(series);
        var regression = new NestedRegression(lags + 2);
        double[] row = new double[lags + 2];
        row[CONSTANT] = 1;
        for (int t = skipped + 1; t < series.length; t++) {
            row[LEVEL] = series[t - 1] - mean;
            for (int lag = 1; lag <= lags; lag++) {
                row[lag + 1] = series[t - lag] - series[t - lag - 1];
            }
            regression.add(row, series[t] - series[t - 1]);
        }
        return regression;
    }

    /** MacKinnon (1994), table 3 and 4, one variable, constant. */
    static double pValue(double t) {
        if (t > 2.74) {
            return 1;
        }
        if (t < -18.83) {
            return 0;
        }
        double z = t <= -1.61
                ? 2.1659 + t * (1.4412 + t * 0.038269)
                : 1.7339 + t * (0.93202 + t * (-0.12745 + t * -0.010368));
        return Tails.normalCdf(z);
    }
}
