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

/** How far rates of a log scatter, as standard errors of their logarithms. Stateless. */
final class Noise {
    private static final double LEAST = 0.015;
    private static final double OF_ONE_RUN = 0.03;
    private static final double[] SCATTERS = {0.03, 0.02, 0.015, 0.045, 0.065, 0.1, 0.15, 0.2};
    private static final int FEWEST = 8;
    /** Standard error of a median over that of a mean. */
    private static final double MEDIAN = 1.25;
    /** Every rate is off by as much, however often it was measured. */
    private static final double SYSTEMATIC = 0.008;
    /** Round trips that slow start may have cost more or less than reckoned. */
    private static final double ROUND_TRIPS_IN_DOUBT = 0.7;

    private Noise() {}

    /** Standard deviation of the logarithm of a run, pooled over all points that have several. */
    static double of(List<Observation> points, Collection<List<Observation>> curves) {
        List<Double> spreads = new ArrayList<>();
        for (Observation point : points) {
            double[] logs = logs(point);
            if (logs.length >= 2) {
                double middle = Medians.of(logs);
                for (double log : logs) {
                    // small samples lie nearer to their own middle than to the truth
                    spreads.add(Math.abs(log - middle) * Math.sqrt(logs.length / (logs.length - 1.0)));
                }
            }
        }
        return spreads.size() < FEWEST
                ? ofPiles(curves)
                : Math.max(LEAST, 1.4826 * Medians.of(spreads).orElse(LEAST));
    }

    /** Where nothing was repeated: that under which the fastest rates of each sender pile up best. */
    private static double ofPiles(Collection<List<Observation>> curves) {
        Map<SiteId, List<Observation>> bySite = new HashMap<>();
        for (List<Observation> curve : curves) {
            if (!curve.isEmpty() && curve.get(curve.size() - 1).bps() > 0) {
                Observation most = curve.get(curve.size() - 1);
                bySite.computeIfAbsent(most.link().from(), site -> new ArrayList<>()).add(most);
            }
        }
        double best = OF_ONE_RUN;
        double bestGain = Double.NEGATIVE_INFINITY;
        for (double noise : SCATTERS) {
            double gain = 0;
            for (List<Observation> group : bySite.values()) {
                int n = group.size();
                double[] x = group.stream().mapToDouble(point -> Math.log(point.bps())).toArray();
                double[] errors = group.stream().mapToDouble(point -> error(point, noise)).toArray();
                double[] at = new double[n];
                double[] elsewhere = new double[n];
                Arrays.fill(at, Math.log(0.6));
                Arrays.fill(elsewhere, Math.log(0.1));
                gain += new Pile(
                                x,
                                errors,
                                at,
                                elsewhere,
                                elsewhere,
                                new int[n],
                                Double.POSITIVE_INFINITY,
                                Math.log(0.6))
                        .find(0)
                        .map(Pile.Found::gain)
                        .orElse(0.0);
            }
            if (gain > bestGain) {
                best = noise;
                bestGain = gain;
            }
        }
        return best;
    }

    private static double[] logs(Observation point) {
        return point.runs().stream()
                .flatMap(run -> run.compared().stream())
                .mapToDouble(Bandwidth::bitsPerSecond)
                .filter(rate -> rate > 0)
                .map(Math::log)
                .toArray();
    }

    /** Standard error of the logarithm of a point's rate. */
    static double error(Observation point, double pooled) {
        double[] logs = logs(point);
        double own = pooled;
        if (logs.length >= 5) {
            double middle = Medians.of(logs);
            double spread = 1.4826 * Medians.of(Arrays.stream(logs).map(log -> Math.abs(log - middle)).toArray());
            own = Math.sqrt((pooled * pooled + spread * spread) / 2);
        }
        double ofRuns = (logs.length > 2 ? MEDIAN : 1) * own / Math.sqrt(Math.max(1, logs.length));
        double doubt = 0;
        if (point.point().steady().isEmpty()) {
            double seconds = Durations.seconds(point.runs().get(0).duration());
            doubt = point.rtt()
                    .map(rtt -> ROUND_TRIPS_IN_DOUBT * Durations.seconds(rtt.median()) / seconds)
                    .orElse(0.04);
        }
        return Math.sqrt(ofRuns * ofRuns + doubt * doubt + SYSTEMATIC * SYSTEMATIC);
    }
}
