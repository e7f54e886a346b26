package io.longhaul.stats.repetition;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * How many repetitions bring the interval of the median within a tolerance, judged from past samples. Immutable; safe from
 * any thread.
 *
 * <p>CONFIRM, Maricq et al., "Taming Performance Variability" (OSDI 2018), section 5: for s = 10, 11, ... draw s samples
 * without replacement, many times; average the lower and the upper ends of their order-statistic intervals; the first s
 * where both averages lie within the tolerance of the median of all samples is the answer. Beyond 200, s grows by 2 % a
 * step. The ranks are those of the paper, floor((s - z sqrt s) / 2) and 1 + ceil((s + z sqrt s) / 2): up to a rank wider on
 * either side than the exact ones of {@link io.longhaul.stats.OrderRanks}, so the answer errs on the side of more.
 *
 * @param tolerance r, as a share of the median, such as 0.01
 * @param level confidence of the interval, such as 0.95
 * @param trials draws for every s; the paper has 200
 * @param seed of the draws: the same seed gives the same answer
 */
public record Confirm(double tolerance, double level, int trials, long seed) {
    private static final int FIRST = 10;
    private static final int BY_ONE_UP_TO = 200;

    public Confirm {
        if (!(tolerance > 0) || trials < 1) {
            throw new IllegalArgumentException("tolerance " + tolerance + ", trials " + trials);
        }
        Samples.requireOpenProbability(level, "level");
    }

    /** Within 1 % at 95 %, as in the paper. */
    public static Confirm onePercent(long seed) {
        return new Confirm(0.01, 0.95, 200, seed);
    }

    /** One point of the CONFIRM curve: mean ends of the interval of the median of {@code repetitions} samples. */
    public record Point(int repetitions, double meanLow, double meanHigh) {}

    /**
     * The answer of {@link #estimate}.
     *
     * @param repetitions the repetitions needed; empty when there are too few samples to say: more than {@code samples}
     * @param median of all samples
     * @param curve the points tried, ascending
     */
    public record Estimate(OptionalInt repetitions, int samples, double median, List<Point> curve) {
        public Estimate {
            curve = List.copyOf(curve);
        }

        /** In words, such as "66" or "more than 50". */
        public String inWords() {
            return repetitions.isPresent() ? Integer.toString(repetitions.getAsInt()) : "more than " + samples;
        }
    }

    /** Estimates from at least ten samples, in any order. */
    public Estimate estimate(double[] samples) {
        Samples.requireFinite(samples, FIRST);
        double median = Quantiles.median(samples);
        double reach = tolerance * Math.abs(median);
        var random = new SplittableRandom(seed);
        double z = new NormalDistribution(null, 0, 1).inverseCumulativeProbability((1 + level) / 2);
        double[] deck = samples.clone();
        double[] hand = new double[samples.length];
        var curve = new ArrayList<Point>();
        for (int s = FIRST; s <= samples.length; s = next(s)) {
            Point point = at(s, z, deck, hand, random);
            curve.add(point);
            if (median - point.meanLow() <= reach && point.meanHigh() - median <= reach) {
                return new Estimate(OptionalInt.of(s), samples.length, median, curve);
            }
        }
        return new Estimate(OptionalInt.empty(), samples.length, median, curve);
    }

    private static int next(int s) {
        return s < BY_ONE_UP_TO ? s + 1 : s + s / 50;
    }

    private Point at(int s, double normalQuantile, double[] deck, double[] hand, SplittableRandom random) {
        double reach = normalQuantile * Math.sqrt(s);
        int lower = Math.max(1, (int) Math.floor((s - reach) / 2));
        int upper = Math.min(s, 1 + (int) Math.ceil((s + reach) / 2));
        double low = 0;
        double high = 0;
        for (int trial = 0; trial < trials; trial++) {
            for (int i = 0; i < s; i++) {
                int j = i + random.nextInt(deck.length - i);
                double drawn = deck[j];
                deck[j] = deck[i];
                deck[i] = drawn;
                hand[i] = drawn;
            }
            low += Quantiles.select(hand, s, lower - 1);
            high += Quantiles.select(hand, s, upper - 1);
        }
        return new Point(s, low / trials, high / trials);
    }
}
