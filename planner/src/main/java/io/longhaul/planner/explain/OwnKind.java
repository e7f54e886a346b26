package io.longhaul.planner.explain;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * What the best plan of our own kind is worth when one link carries a share of what was measured; infinite where none of
 * our kind remains. The worth never rises with the share, so few samples bracket where it crosses that of another plan,
 * and samples serve again. Confined to one thread.
 */
final class OwnKind {
    /** Every so many steps the bracket is halved, whatever the interpolation says. */
    private static final int HALVE_EVERY = 3;

    private final DoubleUnaryOperator worth;
    private final TreeMap<Double, Double> samples = new TreeMap<>();

    /**
     * @param now what our plan is worth at the rates as measured
     * @param range the lowest share at which our plan is known to be worth the same
     * @param worth plans again at a share of the link's rate
     */
    OwnKind(double now, double range, DoubleUnaryOperator worth) {
        this.worth = worth;
        samples.put(1.0, now);
        samples.put(range, now);
    }

    double at(double share) {
        Double known = samples.get(share);
        if (known != null) {
            return known;
        }
        double value = worth.applyAsDouble(share);
        samples.put(share, value);
        return value;
    }

    /** Whether a plan of such a worth is better, or nothing of our kind remains. */
    boolean loses(double share, double limit) {
        double own = at(share);
        return own == Double.POSITIVE_INFINITY || own > limit;
    }

    /**
     * The largest share, to a step, at which our kind is worth more than a limit, that is, loses to a plan of that worth.
     *
     * @param from a share at which it does
     * @param step width of the bracket, relative to its upper end
     */
    double crossing(double from, double limit, double step) {
        double low = from;
        double high = 1;
        for (Map.Entry<Double, Double> sample : samples.tailMap(from, true).entrySet()) {
            if (loses(sample.getKey(), limit)) {
                low = sample.getKey();
            } else {
                high = sample.getKey();
                break;
            }
        }
        boolean raised = true;
        for (int round = 1; high - low > step * high; round++) {
            double next = round % HALVE_EVERY == 0 ? (low + high) / 2 : guess(low, high, limit, step * high, raised);
            raised = loses(next, limit);
            if (raised) {
                low = next;
            } else {
                high = next;
            }
        }
        return low;
    }

    /**
     * Just beyond where the line between the ends crosses the limit, on the side that was not moved last. The line is one
     * in the reciprocal of the share, as times and what is paid by time are.
     */
    private double guess(double low, double high, double limit, double width, boolean above) {
        double atLow = at(low);
        if (atLow == Double.POSITIVE_INFINITY) {
            return (low + high) / 2;
        }
        double atHigh = at(high);
        double passed = (atLow - limit) / Math.max(1e-300, atLow - atHigh);
        double root = 1 / (1 / low + (1 / high - 1 / low) * passed);
        double aside = root + (above ? 0.4 : -0.4) * width;
        double margin = Math.min(0.4 * width, (high - low) / 4);
        return Math.max(low + margin, Math.min(high - margin, aside));
    }
}
