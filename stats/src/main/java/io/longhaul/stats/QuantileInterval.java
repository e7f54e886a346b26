package io.longhaul.stats;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Distribution-free confidence intervals of quantiles of independent samples, by {@link OrderRanks}. Stateless; safe
 * from any thread. For series that may be dependent use {@code io.longhaul.stats.validity}.
 */
public final class QuantileInterval {
    private QuantileInterval() {}

    /** The symmetric interval of the median; {@link NotEnough} below 6 samples at 95 %. */
    public static IntervalResult median(double[] samples, double level) {
        return medianOfSorted(Samples.sorted(samples, 0), level);
    }

    /** As {@link #median}, of ascending samples. */
    public static IntervalResult medianOfSorted(double[] sorted, double level) {
        return OrderRanks.symmetric(sorted.length, level)
                .<IntervalResult>map(ranks -> at(sorted, ranks, level))
                .orElseGet(() -> new NotEnough(sorted.length, OrderRanks.minimumSamples(0.5, level)));
    }

    /**
     * The interval of the median between two pairs of ranks, where whole ranks would cover more than asked: Hettmansperger and
     * Sheather 1986, nearly whatever the distribution. {@link NotEnough} below 6 samples at 95 %.
     */
    public static IntervalResult medianBetweenRanks(double[] samples, double level) {
        double[] sorted = Samples.sorted(samples, 0);
        int n = sorted.length;
        return OrderRanks.symmetric(n, level)
                .<IntervalResult>map(ranks -> {
                    int d = ranks.lower();
                    double narrower = ranks.coverage() - 2 * new BinomialDistribution(null, n, 0.5).probability(d);
                    double excess = (ranks.coverage() - level) / (ranks.coverage() - narrower);
                    double share = (n - d) * excess / (d + (n - 2 * d) * excess);
                    return new Interval(
                            sorted[d - 1] + share * (sorted[d] - sorted[d - 1]),
                            sorted[n - d] - share * (sorted[n - d] - sorted[n - d - 1]),
                            level,
                            level);
                })
                .orElseGet(() -> new NotEnough(n, OrderRanks.minimumSamples(0.5, level)));
    }

    /** The shortest interval, in ranks, of the quantile {@code q}; {@link NotEnough} below 29 samples for p90 at 95 %. */
    public static IntervalResult quantile(double[] samples, double q, double level) {
        return quantileOfSorted(Samples.sorted(samples, 0), q, level);
    }

    /** As {@link #quantile}, of ascending samples. */
    public static IntervalResult quantileOfSorted(double[] sorted, double q, double level) {
        return OrderRanks.shortest(sorted.length, q, level)
                .<IntervalResult>map(ranks -> at(sorted, ranks, level))
                .orElseGet(() -> new NotEnough(sorted.length, OrderRanks.minimumSamples(q, level)));
    }

    private static Interval at(double[] sorted, OrderRanks ranks, double level) {
        return new Interval(sorted[ranks.lower() - 1], sorted[ranks.upper() - 1], level, ranks.coverage());
    }
}
