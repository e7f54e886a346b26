package io.longhaul.estimator;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far rates of a log scatter, as standard errors of their logarithms. Immutable.
 *
 * @param ofRun standard deviation of a run
 * @param extra what links scatter beyond that, however often they were measured: under which rates pile up best
 */
record Noise(double ofRun, double extra) {
    private static final double LEAST = 0.015;
    private static final double OF_ONE_RUN = 0.03;
    private static final double[] EXTRA = {0.01, 0.02, 0.03, 0.045, 0.065, 0.1, 0.15};
    private static final int FEWEST = 8;
    /** Log-likelihood that more scatter must gain. */
    private static final double WORTH = 3;

    private static final double WORTH_OF_EXTRA = 60;
    private static final double MOST_OF_REPEATED = 0.045;
    /** Standard error of a median over that of a mean. */
    private static final double MEDIAN = 1.25;
    /** Every rate is off by as much, however often it was measured. */
    private static final double SYSTEMATIC = 0.008;
    /** Round trips that slow start may have cost more or less than reckoned. */
    private static final double ROUND_TRIPS_IN_DOUBT = 0.7;
    /** What slow start may have cost where no round-trip time tells. */
    private static final double UNKNOWN_START = 0.04;

    /** Of the runs of points that have several, and of how the fastest rates of each sender pile up. */
    static Noise of(Collection<List<Observation>> curves) {
        List<Double> spreads = new ArrayList<>();
        for (List<Observation> curve : curves) {
            // windows hold steadier than caps
            double[] logs = curve.isEmpty() ? new double[0] : logs(curve.get(curve.size() - 1));
            if (logs.length >= 2) {
                double middle = Medians.of(logs);
                for (double log : logs) {
                    // small samples lie nearer to their own middle than to the truth
                    spreads.add(Math.abs(log - middle) * Math.sqrt(logs.length / (logs.length - 1.0)));
                }
            }
        }
        boolean repeated = spreads.size() >= FEWEST;
        double pooled = repeated ? Math.max(LEAST, 1.4826 * Medians.of(spreads).orElse(LEAST)) : OF_ONE_RUN;
        Map<SiteId, List<Observation>> bySite = new HashMap<>();
        for (List<Observation> curve : curves) {
            if (!curve.isEmpty() && curve.get(curve.size() - 1).bps() > 0) {
                Observation most = curve.get(curve.size() - 1);
                bySite.computeIfAbsent(most.link().from(), site -> new ArrayList<>())
                        .add(most);
            }
        }
        Noise best = new Noise(pooled, 0);
        double bestGain = best.gain(bySite.values()) + WORTH;
        for (double extra : EXTRA) {
            if (repeated && extra > MOST_OF_REPEATED) {
                break;
            }
            var other = repeated ? new Noise(pooled, extra) : new Noise(Math.max(LEAST, extra), 0);
            double gain = other.gain(bySite.values()) - WORTH_OF_EXTRA * extra;
            if (gain > bestGain) {
                best = other;
                bestGain = gain;
            }
        }
        return best;
    }

    /** How well the fastest rates of each sender pile up. */
    private double gain(Collection<List<Observation>> groups) {
        double gain = 0;
        for (List<Observation> group : groups) {
            int n = group.size();
            double[] x = new double[n];
            double[] errors = new double[n];
            for (int i = 0; i < n; i++) {
                x[i] = Math.log(group.get(i).bps());
                errors[i] = error(group.get(i));
            }
            double[] at = new double[n];
            double[] elsewhere = new double[n];
            double[] none = new double[n];
            Arrays.fill(none, Double.POSITIVE_INFINITY);
            Arrays.fill(at, Math.log(0.6));
            Arrays.fill(elsewhere, Math.log(0.3));
            gain += new Pile(
                            x,
                            errors,
                            at,
                            elsewhere,
                            elsewhere,
                            new int[n],
                            Double.POSITIVE_INFINITY,
                            Math.log(0.6),
                            none)
                    .find(0)
                    .map(Pile.Found::gain)
                    .orElse(0.0);
        }
        return gain;
    }

    private static double[] logs(Observation point) {
        return point.runs().stream()
                .flatMap(run -> run.rate().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .filter(rate -> rate > 0)
                .map(Math::log)
                .toArray();
    }

    /** Standard error of the logarithm of a point's rate. */
    double error(Observation point) {
        double[] logs = logs(point);
        double own = ofRun;
        if (logs.length >= 5) {
            double middle = Medians.of(logs);
            double spread = 1.4826
                    * Medians.of(Arrays.stream(logs)
                            .map(log -> Math.abs(log - middle))
                            .toArray());
            own = Math.sqrt((ofRun * ofRun + spread * spread) / 2);
        }
        double ofRuns = (logs.length > 2 ? MEDIAN : 1) * own / Math.sqrt(Math.max(1, logs.length));
        double doubt = 0;
        if (point.point().steady().isEmpty()) {
            double seconds = Durations.seconds(point.runs().get(0).duration());
            doubt = point.rtt()
                    .map(rtt -> ROUND_TRIPS_IN_DOUBT * Durations.seconds(rtt.median()) / seconds * left(point))
                    .orElse(UNKNOWN_START);
        }
        return Math.sqrt(ofRuns * ofRuns + doubt * doubt + extra * extra + SYSTEMATIC * SYSTEMATIC);
    }

    /** The corrected rate over what was received: the less is left of a run, the more a doubt weighs. */
    private static double left(Observation point) {
        return point.point()
                .received()
                .filter(received -> !received.isZero())
                .map(received -> point.bps() / received.bitsPerSecond())
                .orElse(1.0);
    }
}
