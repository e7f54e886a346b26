package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How far the runs of a setting scatter, and how much each resembles the one before it: of all links of a log together, for the few
 * runs of one link tell neither. Immutable.
 *
 * @param ofRun standard deviation of the logarithm of a run's rate; what is usual where nothing was repeated
 * @param repeated whether the log tells it
 * @param resemblance correlation of neighbours in time; 0 where none shows
 * @param broken share of the runs that lie far below the others of their link
 */
record Scatter(double ofRun, boolean repeated, double resemblance, double broken) {
    private static final double LEAST = 0.015;
    private static final double OF_ONE_RUN = 0.03;
    private static final int FEWEST = 8;
    /** Shorter series tell nothing of neighbours. */
    private static final int FEWEST_IN_A_ROW = 4;
    /** In standard errors: what chance does not bring about. */
    private static final double CLEAR = 3;

    private static final double LEAST_RESEMBLANCE = 0.2;
    private static final double MOST_RESEMBLANCE = 0.95;
    /** Runs of a link among which one may lie below the others. */
    private static final int FEWEST_TO_BREAK = 3;
    /** In standard deviations: no noise goes so far. */
    private static final double FAR = 5;

    private static final double FEWEST_BROKEN = 20;
    private static final double Z = 1.96;
    /** Where the scatter itself is a guess. */
    private static final double Z_OF_A_GUESS = 3;

    /**
     * Runs of settings of links, oldest first.
     *
     * @param most those with the most streams of each link: windows hold steadier than caps
     * @param all of every setting
     */
    static Scatter of(Collection<List<Run>> most, Collection<List<Run>> all) {
        List<Double> spreads = new ArrayList<>();
        List<Double> below = new ArrayList<>();
        double weighted = 0;
        double weights = 0;
        for (List<Run> runs : most) {
            double[] logs = logs(runs);
            if (logs.length >= 2) {
                double middle = Medians.of(logs);
                for (double log : logs) {
                    if (logs.length >= FEWEST_TO_BREAK) {
                        below.add(middle - log);
                    }
                    // small samples lie nearer to their own middle than to the truth
                    spreads.add(Math.abs(log - middle) * Math.sqrt(logs.length / (logs.length - 1.0)));
                }
            }
        }
        for (List<Run> runs : all) {
            double[] logs = logs(runs);
            if (logs.length >= FEWEST_IN_A_ROW && Repetitions.ordered(runs)) {
                weighted += logs.length * ofNeighbours(logs);
                weights += logs.length;
            }
        }
        boolean repeated = spreads.size() >= FEWEST;
        double resemblance = weights == 0 ? 0 : Math.min(MOST_RESEMBLANCE, weighted / weights);
        boolean clear = resemblance >= Math.max(LEAST_RESEMBLANCE, CLEAR / Math.sqrt(Math.max(1, weights)));
        double ofRun = repeated ? Math.max(LEAST, 1.4826 * Medians.of(spreads).orElse(LEAST)) : OF_ONE_RUN;
        double far = FAR * ofRun;
        double broken = below.stream().filter(one -> one > far).count() / (below.size() + FEWEST_BROKEN);
        return new Scatter(ofRun, repeated, clear ? resemblance : 0, broken);
    }

    /** The correlation of neighbours, without the bias of short series (Kendall 1954: -(1 + 3 rho) / n). */
    private static double ofNeighbours(double[] logs) {
        double mean = 0;
        for (double log : logs) {
            mean += log / logs.length;
        }
        double squares = 0;
        double products = 0;
        for (int i = 0; i < logs.length; i++) {
            squares += (logs[i] - mean) * (logs[i] - mean);
            products += i == 0 ? 0 : (logs[i] - mean) * (logs[i - 1] - mean);
        }
        double raw = squares == 0 ? 0 : products / squares;
        return Math.max(-1, Math.min(1, (raw + 1.0 / logs.length) / (1 - 3.0 / Math.max(4, logs.length))));
    }

    static double[] logs(List<Run> runs) {
        return runs.stream()
                .flatMap(run -> run.rate().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .filter(rate -> rate > 0)
                .map(Math::log)
                .toArray();
    }

    /** What runs in a row are worth in independent ones. */
    double worth(int runs) {
        return Math.max(Math.min(1, runs), runs * (1 - resemblance) / (1 + resemblance));
    }

    /** How likely the middle one of so many runs is a broken one. */
    double isBroken(int runs) {
        double sum = 0;
        double ways = 1;
        for (int k = 0; k <= runs; k++) {
            sum += (2 * k > runs ? 1 : 2 * k == runs ? 0.5 : 0)
                    * ways
                    * Math.pow(broken, k)
                    * Math.pow(1 - broken, runs - k);
            ways = ways * (runs - k) / (k + 1);
        }
        return sum;
    }

    /** By how much of its logarithm the next run may differ, 95 times of 100. */
    double next() {
        return (repeated ? Z : Z_OF_A_GUESS) * ofRun;
    }
}
