package io.longhaul.stats.validity;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import io.longhaul.stats.hypothesis.AugmentedDickeyFuller;
import io.longhaul.stats.hypothesis.Holm;
import io.longhaul.stats.hypothesis.Independence;
import io.longhaul.stats.hypothesis.Kpss;
import io.longhaul.stats.hypothesis.MannKendall;
import io.longhaul.stats.hypothesis.TestResult;
import io.longhaul.stats.series.Blocks;
import io.longhaul.stats.series.ChangePoint;
import io.longhaul.stats.series.ChangePoints;
import io.longhaul.stats.validity.Validity.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Looks at a series, in the order it was measured, before anyone puts an interval on it: finding 5.4 of Uta et al., "Is Big
 * Data Performance Reproducible in Modern Cloud Networks?" (NSDI 2020). Immutable; safe from any thread.
 *
 * <p>Stationarity first, from gross to fine: a change of level; a unit root (ADF does not reject one and KPSS rejects its
 * absence); a drift that is both significant (Mann-Kendall as Hamed and Rao) and material (Sen's slope). Then
 * independence: Ljung-Box, turning points and runs, together by Holm. A unit root is looked for in at most 5,000 block means and
 * a drift in at most 150, so that ten million samples take seconds.
 */
public final class ValidityCheck {
    private static final int TESTABLE = 10;
    private static final int MOST_FOR_UNIT_ROOT = 5_000;
    private static final int MOST_FOR_TREND = 150;

    private final ValidityOptions options;

    public ValidityCheck(ValidityOptions options) {
        this.options = options;
    }

    /** A check by {@link ValidityOptions#DEFAULT}. */
    public static ValidityCheck standard() {
        return new ValidityCheck(ValidityOptions.DEFAULT);
    }

    /** Judges a series of finite samples. */
    public Validity judge(double[] series) {
        Samples.requireFinite(series, 0);
        if (series.length < TESTABLE) {
            return new Validity(
                    Verdict.UNTESTED, List.of(), "fewer than " + TESTABLE + " samples: independence is assumed");
        }
        Optional<String> change = levelChange(series);
        if (change.isPresent()) {
            return new Validity(Verdict.NOT_STATIONARY, List.of(), change.get());
        }
        var tests = new ArrayList<TestResult>();
        return drift(series, tests)
                .map(reason -> new Validity(Verdict.NOT_STATIONARY, tests, reason))
                .orElseGet(() -> dependence(series, tests));
    }

    private Optional<String> levelChange(double[] series) {
        List<ChangePoint> changes = ChangePoints.find(series, options.changes());
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        ChangePoint first = changes.get(0);
        return Optional.of(String.format(
                Locale.ROOT,
                "the level changes %s: from %.4g to %.4g at sample %d of %d",
                changes.size() == 1 ? "once" : changes.size() + " times, first",
                first.before(),
                first.after(),
                first.index() + 1,
                series.length));
    }

    private Optional<String> drift(double[] series, List<TestResult> tests) {
        double[] fine = Blocks.atMost(series, MOST_FOR_UNIT_ROOT);
        double[] coarse = Blocks.atMost(series, MOST_FOR_TREND);
        TestResult unitRoot = AugmentedDickeyFuller.test(fine);
        TestResult level = Kpss.level(fine);
        double slope = MannKendall.senSlope(coarse);
        TestResult trend = MannKendall.testDependent(coarse, Math.min(coarse.length / 4, 50), slope);
        tests.addAll(List.of(unitRoot, level, trend));
        double moved = slope * (coarse.length - 1) / Math.abs(Quantiles.median(coarse));
        boolean material = Math.abs(moved) >= options.materialDrift();
        if (trend.rejectedAt(options.driftAlpha()) && material) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the samples drift by %+.1f %% of the median from first to last (Mann-Kendall p = %.2g)",
                    100 * moved,
                    trend.pValue()));
        }
        if (!unitRoot.rejectedAt(0.05) && level.pValue() <= options.driftAlpha()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the samples wander like a random walk (ADF p = %.2g, KPSS p = %.2g)",
                    unitRoot.pValue(),
                    level.pValue()));
        }
        return Optional.empty();
    }

    private Validity dependence(double[] series, List<TestResult> tests) {
        List<TestResult> independence = List.of(
                Independence.ljungBox(series),
                Independence.turningPoints(series),
                Independence.runsAboutMedian(series));
        tests.addAll(independence);
        double[] adjusted = Holm.adjust(
                independence.stream().mapToDouble(TestResult::pValue).toArray());
        int strongest = 0;
        for (int i = 1; i < adjusted.length; i++) {
            strongest = adjusted[i] < adjusted[strongest] ? i : strongest;
        }
        if (adjusted[strongest] >= options.dependenceAlpha()) {
            return new Validity(Verdict.INDEPENDENT, tests, "nothing speaks against independent samples");
        }
        return new Validity(
                Verdict.DEPENDENT,
                tests,
                String.format(
                        Locale.ROOT,
                        "neighbouring samples depend on each other (%s p = %.2g)",
                        independence.get(strongest).test(),
                        adjusted[strongest]));
    }
}
