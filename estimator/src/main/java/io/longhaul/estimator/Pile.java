package io.longhaul.estimator;

import java.util.Arrays;
import java.util.Optional;

/**
 * The level at which values pile up from below: what a cap, a window or a cap per flow does to rates. Values are logarithms. Each
 * either lies at the level, within its own error, or is explained otherwise; what lies above a level speaks against it.
 * Confined to one thread.
 */
final class Pile {
    private static final double TAIL_SHARE = 0.12;
    private static final double TAIL_WIDTH = 3;
    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    /** In units of a value's error: further above a level, a value speaks against it. */
    private static final double ABOVE = 1.5;

    private static final double MOST_AGAINST = 25;
    private static final double LEVEL_ERROR = 0.03;
    /** Levels nearer than this share the values they bind. */
    private static final double NEARLY_ONE = 0.08;

    private static final double SHARED = 2 * Math.log(2);

    private static final double MOST_OVERSHADOWED = 8;
    /** Levels so near that their gains hardly differ. */
    private static final double SAME = 3e-4;

    private static final int MOST_LEVELS = 64;

    private static final double FAR = 5;
    private static final int REFINEMENTS = 3;
    /** How far below a level its neighbours are looked for, in logarithms and in errors. */
    private static final double NEAR = 0.25;

    private static final double NEAR_ERRORS = 6;
    /** How far around a level values tell how densely they lie anyway, in logarithms and in errors. */
    private static final double AROUND = 0.5;

    private static final double AROUND_ERRORS = 8;
    private static final double MOST_AROUND = 0.8;
    private static final double MOST_AT_ONE_LEVEL = 0.95;
    private static final double CLEAR = 3;
    /** Log-density below which nothing explains a value. */
    private static final double UNEXPLAINED = -0.5;

    private final double[] x;
    private final double[] error;
    private final double[] at;
    private final double[] otherwise;
    private final double[] now;
    private final int[] owner;
    private final double mostAgainstByOwner;
    private final double logBound;
    private final double[] lower;
    /** Odds of lying at the level over lying elsewhere, for a density of one. */
    private final double[] oddsAtPeak;

    /** Sums over the values, in order, of the most that each may gain a level. */
    private final double[] potential;

    private double mostError;

    /**
     * @param level of the pile
     * @param gain in log-likelihood over what explains the values now
     */
    record Found(double level, double gain) {}

    /**
     * @param x values
     * @param error standard error of each
     * @param logBound log of the share of values that a level binds, as it is in their weights
     * @param lower another level that each value cannot exceed, where there is one; else infinite
     * @param at log of the weight with which each may lie at a level; minus infinity where it must not count
     * @param otherwise log-density of each when it does not lie at the level
     * @param now log-density of each as it is explained now
     * @param owner site of each, numbered from 0
     * @param mostAgainstByOwner most that the values of one owner may speak against a level
     */
    Pile(
            double[] x,
            double[] error,
            double[] at,
            double[] otherwise,
            double[] now,
            int[] owner,
            double mostAgainstByOwner,
            double logBound,
            double[] lower) {
        Integer[] order = new Integer[x.length];
        Arrays.setAll(order, i -> i);
        if (!falls(x)) {
            Arrays.sort(order, (a, b) -> Double.compare(x[b], x[a]));
        }
        this.x = sorted(x, order);
        this.error = sorted(error, order);
        this.at = sorted(at, order);
        this.otherwise = sorted(otherwise, order);
        this.now = sorted(now, order);
        this.owner = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            this.owner[i] = owner[order[i]];
        }
        this.mostAgainstByOwner = mostAgainstByOwner;
        this.logBound = logBound;
        this.lower = sorted(lower, order);
        this.oddsAtPeak = new double[x.length];
        this.potential = new double[x.length + 1];
        for (int i = 0; i < x.length; i++) {
            mostError = Math.max(mostError, this.error[i]);
            oddsAtPeak[i] = Math.exp(this.at[i] - this.otherwise[i] - LOG_ROOT_TWO_PI) / this.error[i];
            potential[i + 1] = potential[i] + Math.max(0, Math.log(oddsAtPeak[i] * density(0)));
        }
    }

    private static boolean falls(double[] x) {
        for (int i = 1; i < x.length; i++) {
            if (x[i] > x[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static double[] sorted(double[] values, Integer[] order) {
        double[] sorted = new double[values.length];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = values[order[i]];
        }
        return sorted;
    }

    /** Log-density of a value so far from its level: normal, with a heavier tail. */
    static double logDensity(double distance, double error) {
        return Math.log(density(distance / error) + 1e-300) - Math.log(error) - LOG_ROOT_TWO_PI;
    }

    /** Density times the root of two pi, at so many errors from the level. */
    private static double density(double z) {
        // the tail is three times as wide, so that the core is the ninth power of its exponential
        double wide = z / TAIL_WIDTH;
        double tail = Math.exp(-0.5 * wide * wide);
        double cube = tail * tail * tail;
        return (1 - TAIL_SHARE) * cube * cube * cube + TAIL_SHARE / TAIL_WIDTH * tail;
    }

    /** How much a level above another that binds the same value speaks against its binding: the smaller one does. */
    static double overshadowed(double level, double lower) {
        double over = (level - lower) / LEVEL_ERROR;
        return over <= 0 ? 0 : Math.min(MOST_OVERSHADOWED, over * over);
    }

    private static double rivalled(double level, double lower) {
        return overshadowed(level, lower) + (Math.abs(level - lower) < NEARLY_ONE ? SHARED : 0);
    }

    /** How much a value above a level speaks against it. */
    static double against(double distance, double error) {
        double z = distance / error - ABOVE;
        return z <= 0 ? 0 : Math.min(MOST_AGAINST, 0.5 * z * z);
    }

    /** The most that one level gains over none, where a share of the values lies at it and the others anywhere, so densely. */
    static double gainOfOne(double[] x, double[] errors, double share, double elsewhere) {
        double[] levels = x.clone();
        Arrays.sort(levels);
        double best = 0;
        for (int k = 0; k < levels.length; k += Math.max(1, levels.length / MOST_LEVELS)) {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                double at = Math.exp(logDensity(x[i] - levels[k], errors[i])) / elsewhere;
                sum += Math.log(share * at + 1 - share);
            }
            best = Math.max(best, sum);
        }
        return best;
    }

    /** What one level gains in log-likelihood over what explains the values now. */
    double gainAt(double level) {
        double gain = gain(level);
        for (int i = 0; i < x.length; i++) {
            gain += otherwise[i] - now[i];
        }
        return gain;
    }

    /** The best level; empty when none gains more than that. */
    Optional<Found> find(double leastGain) {
        double base = 0;
        for (int i = 0; i < x.length; i++) {
            base += otherwise[i] - now[i];
        }
        double bestGain = leastGain;
        double best = Double.NaN;
        double last = Double.POSITIVE_INFINITY;
        double before = Double.POSITIVE_INFINITY;
        for (int i = 0; i < x.length; i++) {
            if (at[i] == Double.NEGATIVE_INFINITY || last - x[i] < 0.4 * error[i]) {
                continue;
            }
            last = x[i];
            if (base + most(x[i], 2 * reach()) <= bestGain) {
                continue;
            }
            double level = refined(x[i]);
            if (Math.abs(level - before) < SAME || base + most(level, reach()) <= bestGain) {
                continue;
            }
            before = level;
            double gain = base + gain(level);
            if (gain > bestGain) {
                bestGain = gain;
                best = level;
            }
        }
        return Double.isNaN(best) ? Optional.empty() : Optional.of(new Found(best, bestGain));
    }

    /** No level nearer to this one than the reach gains more. */
    private double most(double level, double reach) {
        return potential[first(level - reach)] - potential[first(level + reach)];
    }

    private int first(double level) {
        int low = 0;
        int high = x.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (x[middle] > level) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How far members may lie from a level. */
    private double reach() {
        return Math.min(0.7, FAR * mostError);
    }

    private double refined(double start) {
        double level = start;
        for (int round = 0; round < REFINEMENTS; round++) {
            double sum = 0;
            double weights = 0;
            double reach = reach();
            for (int i = first(level + reach); i < x.length && level - x[i] < reach; i++) {
                double distance = x[i] - level;
                if (Math.abs(distance) > FAR * error[i] || at[i] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                double z = distance / error[i];
                double odds = oddsAtPeak[i] * density(z);
                double share = odds / (1 + odds);
                double w = share / (error[i] * error[i] * (1 + z * z / 4));
                sum += w * x[i];
                weights += w;
            }
            if (weights == 0) {
                return level;
            }
            double next = sum / weights;
            if (Math.abs(next - level) < 1e-5) {
                return next;
            }
            level = next;
        }
        return level;
    }

    /**
     * A member may lie at the level as often as others do, or by chance among others that come as near: what lies just below tells how
     * often that is.
     */
    private double gain(double level) {
        double against = 0;
        double[] byOwner = mostAgainstByOwner < Double.POSITIVE_INFINITY ? new double[owners()] : new double[0];
        double members = 0;
        double errors = 0;
        double reach = reach();
        int start = first(level + reach);
        for (int i = start - 1; i >= 0; i--) {
            against = plusAgainst(i, level, against, byOwner);
            if (against > 200) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        int end = start;
        for (; end < x.length && x[end] > level - reach; end++) {
            against = plusAgainst(end, level, against, byOwner);
            double distance = x[end] - level;
            if (Math.abs(distance) < CLEAR * error[end] && at[end] > Double.NEGATIVE_INFINITY) {
                double odds = oddsAtPeak[end] * density(distance / error[end]);
                double rival = rivalled(level, lower[end]);
                odds *= rival == 0 ? 1 : Math.exp(-rival);
                double share = odds / (1 + odds);
                members += share;
                errors += share * error[end];
            }
        }
        if (members < 1.5) {
            return Double.NEGATIVE_INFINITY;
        }
        double usual = errors / members;
        double width = Math.max(NEAR, NEAR_ERRORS * usual);
        double below = 0;
        for (int i = start; i < x.length && x[i] > level - CLEAR * usual - width; i++) {
            below += x[i] < level - CLEAR * usual && isUnexplained(i) ? 1 : 0;
        }
        double wide = Math.max(AROUND, Math.min(MOST_AROUND, AROUND_ERRORS * usual));
        double among = 0;
        for (int i = first(level + wide); i < x.length && x[i] > level - wide; i++) {
            among += isUnexplained(i) ? 1 : 0;
        }
        among = Math.max(members, among);
        // without a level, values lie as densely as those around it, itself among them, and as those just below
        double logChance = Math.log(Math.max((below + 0.15) / (among * width), 1 / (2 * wide)));
        double share = Math.min(MOST_AT_ONE_LEVEL, members / among);
        double logShare = Math.log(share);
        double gain = 0;
        for (int i = start; i < end; i++) {
            double distance = x[i] - level;
            if (Math.abs(distance) < FAR * error[i] && at[i] > Double.NEGATIVE_INFINITY) {
                double evidence = at[i] - rivalled(level, lower[i]) - logBound;
                double chance = Math.max(otherwise[i], logChance + at[i] - logBound);
                gain += Math.max(0, logShare + evidence + logDensity(distance, error[i]) - chance);
            }
        }
        // what does not lie at the level says how often it binds
        gain += (among - members) * Math.log1p(-share);
        for (double one : byOwner) {
            against += Math.min(mostAgainstByOwner, one);
        }
        return gain - against;
    }

    /** Whether no level explains a value that counts. */
    private boolean isUnexplained(int i) {
        return at[i] > Double.NEGATIVE_INFINITY && otherwise[i] < UNEXPLAINED;
    }

    private double plusAgainst(int i, double level, double against, double[] byOwner) {
        double above = against(x[i] - level, error[i]);
        if (byOwner.length > 0) {
            byOwner[owner[i]] += above;
            return against;
        }
        return against + above;
    }

    private int owners() {
        int most = 0;
        for (int one : owner) {
            most = Math.max(most, one);
        }
        return most + 1;
    }
}
