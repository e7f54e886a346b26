package io.longhaul.stats.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.stats.Golden;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Summary;
import io.longhaul.stats.series.Autocorrelation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenSeriesTest {
    @ParameterizedTest
    @ValueSource(strings = {"normal", "autoregression", "random-walk", "trend", "lognormal", "ties", "uniform", "long"})
    void agreesWithSciPyAndStatsmodels(String name) {
        double[] x = Golden.get(name, "series");

        double[] levels = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1};
        double[] quantiles = Golden.get(name, "quantiles");
        for (int i = 0; i < levels.length; i++) {
            close(Quantiles.of(x, levels[i]), quantiles[i], 1e-12);
        }
        double[] moments = Golden.get(name, "moments");
        Summary summary = Summary.of(x);
        close(summary.mean(), moments[0], 1e-12);
        close(summary.standardDeviation(), moments[1], 1e-12);
        close(summary.medianAbsoluteDeviation(), moments[2], 1e-12);
        double[] correlations = Golden.get(name, "acf");
        for (int lag = 0; lag < correlations.length; lag++) {
            close(Autocorrelation.of(x, 5)[lag], correlations[lag], 1e-10);
        }
        same(Independence.ljungBox(x), name, "ljung-box");
        same(Independence.runsAboutMedian(x), name, "runs");
        same(Independence.turningPoints(x), name, "turning-points");
        same(AugmentedDickeyFuller.test(x, 0), name, "adf-0");
        same(AugmentedDickeyFuller.test(x, 3), name, "adf-3");
        same(AugmentedDickeyFuller.testUpTo(x, 8), name, "adf-aic");
        assertThat(AugmentedDickeyFuller.bestLags(x, 8)).isEqualTo((int) Golden.get(name, "adf-aic")[2]);
        same(Kpss.level(x, 0), name, "kpss-level-0");
        same(Kpss.level(x, 4), name, "kpss-level-4");
        same(MannKendall.test(x), name, "mann-kendall");
        close(MannKendall.senSlope(x), Golden.get(name, "sen")[0], 1e-12);
        if (Golden.get(name, "hamed-rao")[2] >= 1) {
            same(MannKendall.testDependent(x, 10), name, "hamed-rao");
        }
    }

    static void same(TestResult ours, String name, String field) {
        double[] theirs = Golden.get(name, field);
        assertThat(ours.statistic())
                .as("statistic of %s", field)
                .isCloseTo(theirs[0], within(1e-8 * Math.max(1, Math.abs(theirs[0]))));
        assertThat(ours.pValue()).as("p-value of %s", field).isCloseTo(theirs[1], within(1e-6 * theirs[1] + 1e-12));
    }

    static void close(double ours, double theirs, double relative) {
        assertThat(ours).isCloseTo(theirs, within(relative * Math.max(1, Math.abs(theirs))));
    }
}
