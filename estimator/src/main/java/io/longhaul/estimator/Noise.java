package io.longhaul.estimator;

import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far rates of a log scatter, as standard errors of their logarithms. Immutable.
 *
 * @param scatter of the runs of a link
 * @param ofRun standard deviation of a run
 * @param extra what links scatter beyond that, however often they were measured: under which rates pile up best
 */
record Noise(Scatter scatter, double ofRun, double extra) {
    private static final double LEAST = 0.015;
    private static final double[] EXTRA = {0.01, 0.02, 0.03, 0.045, 0.065, 0.1, 0.15, 0.2};
    /** Log-likelihood that more scatter must gain. */
    private static final double WORTH = 3;

    private static final double WORTH_OF_EXTRA = 10;
    /** Shares of the rates of senders of a kind that pile up. */
    private static final double SOME = 0.6;

    private static final double MOST = 0.95;
    /** Density of the others, over nearly three powers of e. */
    private static final double ELSEWHERE = 0.35;

    private static final double MOST_OF_REPEATED = 0.045;
    /** Runs that scatter so many times as much as others contradict each other. */
    private static final double CONTRADICTING = 4;
    /** Standard error of a median over that of a mean. */
    private static final double MEDIAN = 1.25;
    /** Every rate is off by as much, however often it was measured. */
    private static final double SYSTEMATIC = 0.008;
    /** Round trips that slow start may have cost more or less than reckoned. */
    private static final double ROUND_TRIPS_IN_DOUBT = 0.7;

    private static final double WITHOUT_RTT = 0.04;

    /** By how the fastest rates of each kind of sender pile up. */
    static Noise of(Collection<List<Observation>> curves, Scatter scatter) {
        boolean repeated = scatter.repeated();
        double pooled = scatter.ofRun();
        Map<String, List<Observation>> byKind = new HashMap<>();
        for (List<Observation> curve : curves) {
            if (!curve.isEmpty() && curve.get(curve.size() - 1).bps() > 0) {
                Observation most = curve.get(curve.size() - 1);
                boolean inside =
                        most.link().from().provider().equals(most.link().to().provider());
                byKind.computeIfAbsent(most.senderKind() + inside, kind -> new ArrayList<>())
                        .add(most);
            }
        }
        var best = new Noise(scatter, pooled, 0);
        double bestGain = best.gain(byKind.values()) + WORTH;
        for (double extra : EXTRA) {
            if (repeated && extra > MOST_OF_REPEATED) {
                break;
            }
            var other = repeated ? new Noise(scatter, pooled, extra) : new Noise(scatter, Math.max(LEAST, extra), 0);
            double gain = other.gain(byKind.values()) - WORTH_OF_EXTRA * extra;
            if (gain > bestGain) {
                best = other;
                bestGain = gain;
            }
        }
        return best;
    }

    /** How well the fastest rates of each kind of sender pile up: what one level gains, where some rates lie at it. */
    private double gain(Collection<List<Observation>> groups) {
        double gain = 0;
        for (List<Observation> group : groups) {
            double[] x =
                    group.stream().mapToDouble(point -> Math.log(point.bps())).toArray();
            double[] errors = group.stream().mapToDouble(this::error).toArray();
            gain += Math.max(Pile.gainOfOne(x, errors, SOME, ELSEWHERE), Pile.gainOfOne(x, errors, MOST, ELSEWHERE));
        }
        return gain;
    }

    /** Standard error of the logarithm of a point's rate. */
    double error(Observation point) {
        double[] logs = Scatter.logs(point.runs());
        double own = ofRun;
        if (logs.length >= 2) {
            double middle = Medians.of(logs);
            double spread = 1.4826
                    * Medians.of(Arrays.stream(logs)
                            .map(log -> Math.abs(log - middle))
                            .toArray());
            // a few runs tell little of their scatter, but for runs that contradict each other
            own = logs.length >= 5
                    ? Math.sqrt((ofRun * ofRun + spread * spread) / 2)
                    : spread > CONTRADICTING * ofRun ? spread : ofRun;
        }
        double ofRuns = (logs.length > 2 ? MEDIAN : 1) * own / Math.sqrt(Math.max(1, scatter.worth(logs.length)));
        double doubt = point.point().steady().isPresent() ? 0 : doubt(point).orElse(WITHOUT_RTT);
        return Math.sqrt(ofRuns * ofRuns + doubt * doubt + extra * extra + SYSTEMATIC * SYSTEMATIC);
    }

    /** Of totals of a short run: what slow start cost cannot be known better; empty without a round-trip time. */
    static Optional<Double> doubt(Observation point) {
        double seconds = Durations.seconds(point.runs().get(0).duration());
        return point.rtt().map(rtt -> ROUND_TRIPS_IN_DOUBT * Durations.seconds(rtt.median()) / seconds * left(point));
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
