package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;

/**
 * The steady rate behind a short run that reports only totals. {@code sent} counts what still sat in send buffers at
 * the end, {@code received} pays for slow start, so the steady rate lies between them. Slow start costs a number of
 * round trips k that hardly depends on the path: received = steady * (1 - k * RTT / duration). k is the median over
 * the links whose sent rates agree with each other (a cap holds them, so buffers add little). Immutable.
 *
 * <p>Source: measured on the grid of 29 January 2022, where k is 8 to 10 for senders in AWS at every RTT above 50 ms.
 */
final class SlowStart {
    /** Used until a log holds enough links to tell; TCP needs about this many rounds from 10 segments to 5 Gbit/s. */
    static final double TYPICAL_ROUND_TRIPS = 9;

    private static final double SHORTEST_TELLING_RTT_SECONDS = 0.05;
    private static final int FEWEST_LINKS = 20;
    private static final double MOST_OF_THE_RUN = 0.7;

    private final double roundTrips;

    private SlowStart(double roundTrips) {
        this.roundTrips = roundTrips;
    }

    /** Totals of a short run and the round-trip time of its link. */
    record Totals(double sentBps, double receivedBps, double rttSeconds, double durationSeconds) {}

    static SlowStart fit(List<Totals> runs) {
        double[] sent = runs.stream().mapToDouble(Totals::sentBps).toArray();
        double[] costs = Plateau.find(sent)
                .map(plateau -> runs.stream()
                        .filter(run -> plateau.holds(run.sentBps()) && run.rttSeconds() > SHORTEST_TELLING_RTT_SECONDS)
                        .mapToDouble(run ->
                                (1 - run.receivedBps() / run.sentBps()) * run.durationSeconds() / run.rttSeconds())
                        .filter(cost -> cost > 0)
                        .toArray())
                .orElse(new double[0]);
        return new SlowStart(costs.length < FEWEST_LINKS ? TYPICAL_ROUND_TRIPS : Medians.of(costs));
    }

    double roundTrips() {
        return roundTrips;
    }

    /** Between received and sent, always. */
    Bandwidth steady(Bandwidth sent, Bandwidth received, Duration rtt, Duration duration) {
        double lost = Math.min(MOST_OF_THE_RUN, roundTrips * Durations.seconds(rtt) / Durations.seconds(duration));
        Bandwidth corrected = Bandwidth.ofBitsPerSecond(received.bitsPerSecond() / (1 - lost));
        return corrected.min(sent.max(received));
    }
}
