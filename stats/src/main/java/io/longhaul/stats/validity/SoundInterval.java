package io.longhaul.stats.validity;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.OrderRanks;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Refused;
import io.longhaul.stats.Samples;
import io.longhaul.stats.series.EffectiveSampleSize;
import io.longhaul.stats.validity.Validity.Verdict;

/**
 * The interval of a quantile that the series allows: exact when its samples pass for independent, by effective samples when
 * they depend on each other, refused when the distribution moves. Immutable; safe from any thread.
 *
 * <p>With dependent samples the ranks are those of {@link OrderRanks} for as many independent samples as the series is
 * worth ({@link EffectiveSampleSize#ofQuantile}), read at the same depth of the whole sample. That count is itself an
 * estimate, and too optimistic when small; so at least 30, and two and a half times the minimum of independent samples,
 * are asked for. Coverage is shown in {@code docs/statistics.md}.
 */
public final class SoundInterval {
    private static final int LEAST_EFFECTIVE = 30;
    private static final double EFFECTIVE_MARGIN = 2.5;

    private final ValidityCheck check;

    public SoundInterval(ValidityCheck check) {
        this.check = check;
    }

    /** Intervals after {@link ValidityCheck#standard}. */
    public static SoundInterval standard() {
        return new SoundInterval(ValidityCheck.standard());
    }

    /** Of the median; samples in the order they were measured. */
    public IntervalResult median(double[] series, double level) {
        return quantile(series, 0.5, level);
    }

    /** Of the quantile {@code q}; samples in the order they were measured. */
    public IntervalResult quantile(double[] series, double q, double level) {
        return quantile(series, q, level, check.judge(series));
    }

    /** As {@link #quantile(double[], double, double)} when the verdict on the series is known already. */
    public static IntervalResult quantile(double[] series, double q, double level, Validity validity) {
        if (!validity.allowsInterval()) {
            return new Refused(validity.reason());
        }
        if (validity.verdict() == Verdict.DEPENDENT) {
            return ofDependent(series, q, level);
        }
        return q == 0.5 ? QuantileInterval.median(series, level) : QuantileInterval.quantile(series, q, level);
    }

    /** The interval from effective samples, for a series known to be stationary and thought dependent. */
    public static IntervalResult ofDependent(double[] series, double q, double level) {
        int least = Math.max(LEAST_EFFECTIVE, (int) Math.ceil(EFFECTIVE_MARGIN * OrderRanks.minimumSamples(q, level)));
        if (series.length < least) {
            return new NotEnough(series.length, least);
        }
        int effective = (int) Math.round(EffectiveSampleSize.ofQuantile(series, q));
        if (effective < least) {
            return new NotEnough(effective, least);
        }
        double[] sorted = Samples.sorted(series, least);
        OrderRanks ranks = OrderRanks.shortest(effective, q, level).orElseThrow();
        return new Interval(
                atDepth(sorted, ranks.lower() / (effective + 1.0)),
                atDepth(sorted, ranks.upper() / (effective + 1.0)),
                level,
                level);
    }

    /** Between the order statistics around the share, where rank r of n has the share r / (n + 1). */
    private static double atDepth(double[] sorted, double share) {
        double at = (share * (sorted.length + 1) - 1) / (sorted.length - 1);
        return Quantiles.ofSorted(sorted, Math.max(0, Math.min(1, at)));
    }
}
