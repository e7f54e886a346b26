package io.longhaul.stats.resample;

import io.longhaul.stats.Samples;
import io.longhaul.stats.series.Autocorrelation;

/**
 * How long the blocks of a block bootstrap should be. Stateless; safe from any thread.
 *
 * <p>Politis and White, "Automatic Block-Length Selection for the Dependent Bootstrap", Econometric Reviews 23 (2004), with
 * the correction of Patton, Politis and White, Econometric Reviews 28 (2009), for the circular and moving-block bootstrap:
 * b = (2 G^2 / D)^(1/3) n^(1/3), D = 4/3 g(0)^2, from a flat-top window that ends where the autocorrelation stays
 * insignificant.
 */
public final class BlockLength {
    private BlockLength() {}

    /** The length for the mean of the series, between 1 and min(3 sqrt n, n / 3). */
    public static int automatic(double[] series) {
        Samples.requireFinite(series, 9);
        int n = series.length;
        int quiet = Math.max(5, (int) Math.sqrt(Math.log10(n)));
        int most = Math.min((int) Math.ceil(Math.sqrt(n)) + quiet, n - 1);
        double[] rho = Autocorrelation.of(series, most);
        int window = Math.min(2 * lastSignificant(rho, quiet, n), most);
        double density = 1;
        double slope = 0;
        for (int k = 1; k <= window; k++) {
            double weight = Math.min(1, 2 * (1 - (double) k / window));
            density += 2 * weight * rho[k];
            slope += 2 * weight * k * rho[k];
        }
        if (density <= 0 || slope == 0) {
            return 1;
        }
        double length = Math.cbrt(2 * slope * slope / (4.0 / 3 * density * density) * n);
        double limit = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
        return (int) Math.max(1, Math.min(Math.ceil(length), limit));
    }

    /** The smallest m after which {@code quiet} lags in a row lie within 2 sqrt(log10 n / n). */
    private static int lastSignificant(double[] rho, int quiet, int n) {
        double bound = 2 * Math.sqrt(Math.log10(n) / n);
        int inside = 0;
        for (int lag = 1; lag < rho.length; lag++) {
            inside = Math.abs(rho[lag]) < bound ? inside + 1 : 0;
            if (inside == quiet) {
                return Math.max(1, lag - quiet);
            }
        }
        return rho.length - 1;
    }
}
