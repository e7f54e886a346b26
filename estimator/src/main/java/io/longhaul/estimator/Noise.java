package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How far rates of a log scatter, as standard errors of their logarithms. Stateless. */
final class Noise {
    private static final double LEAST = 0.015;
    private static final double OF_ONE_RUN = 0.03;
    private static final int FEWEST = 8;
    /** Standard error of a median over that of a mean. */
    private static final double MEDIAN = 1.25;
    /** Every rate is off by as much, however often it was measured. */
    private static final double SYSTEMATIC = 0.008;
    /** Round trips that slow start may have cost more or less than reckoned. */
    private static final double ROUND_TRIPS_IN_DOUBT = 0.7;

    private Noise() {}

    /** Standard deviation of the logarithm of a run, pooled over all points that have several. */
    static double of(List<Observation> points) {
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
                ? OF_ONE_RUN
                : Math.max(LEAST, 1.4826 * Medians.of(spreads).orElse(LEAST));
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
