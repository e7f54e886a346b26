package io.longhaul.estimator;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The steady rate C behind a short run that reports only totals. What arrived pays for slow start: received = C (1 - lost / D),
 * and lost = RTT (log2(C RTT / (streams * 10 segments)) + extra) + a fixed time: as many round trips as the windows take to open, so
 * the more the higher the rate, and what the overshoot costs. Extra round trips are those under which the rates of each sender pile up best; none are lost when they pile up best without. Immutable.
 */
final class SlowStart {
    private static final double INITIAL_WINDOW_BITS = 10 * 1448 * 8;
    private static final double[] EXTRA = {-1.5, -1, 0, 0.5, 1, 1.5, 2, 3};
    /** What the overshoot costs. A time lost by every run cannot be told from lower caps, so it is not fitted. */
    private static final double FIXED_SECONDS = 0.2;

    /** Used until a log holds enough links to tell: a handshake, less what arrives while the windows open. */
    static final SlowStart TYPICAL = new SlowStart(-0.5, FIXED_SECONDS, true);

    private static final double MOST_OF_THE_RUN = 0.75;
    private static final double ERROR = 0.025;
    /** Share of a sender's rates that pile up, and density of the others. */
    private static final double AT_LEVEL = 0.6;

    private static final double ELSEWHERE = 0.1;
    private static final double WORTH = 10;
    private static final int FEWEST = 12;
    private static final int ROUNDS = 12;
    /** So many senders tell enough. */
    private static final int MOST_SITES = 30;

    private final double extra;
    private final double fixedSeconds;
    private final boolean some;

    private SlowStart(double extra, double fixedSeconds, boolean some) {
        this.extra = extra;
        this.fixedSeconds = fixedSeconds;
        this.some = some;
    }

    /** Totals of a short run and the round-trip time of its link. */
    record Totals(SiteId from, int streams, double receivedBps, double rttSeconds, double durationSeconds) {}

    static SlowStart fit(List<Totals> runs) {
        if (runs.size() < FEWEST) {
            return TYPICAL;
        }
        Map<SiteId, List<Totals>> bySite = new TreeMap<>();
        runs.forEach(run ->
                bySite.computeIfAbsent(run.from(), site -> new ArrayList<>()).add(run));
        List<List<Totals>> groups = bySite.values().stream()
                .filter(group -> group.size() >= 4)
                .limit(MOST_SITES)
                .toList();
        SlowStart best = TYPICAL;
        // it takes evidence to leave what is known of TCP
        double bestGain = TYPICAL.gain(groups) + 5;
        List<SlowStart> others = new ArrayList<>(List.of(new SlowStart(0, 0, false)));
        for (double extra : EXTRA) {
            others.add(new SlowStart(extra, FIXED_SECONDS, true));
        }
        for (SlowStart other : others) {
            // windows look like round trips lost without end: the farther from what is usual, the more it must gain
            double gain = other.gain(groups) - WORTH * Math.abs(other.extra - TYPICAL.extra);
            if (gain > bestGain) {
                best = other;
                bestGain = gain;
            }
        }
        return best;
    }

    /** How well the rates of each sender pile up. */
    private double gain(List<List<Totals>> groups) {
        double all = 0;
        for (List<Totals> group : groups) {
            int n = group.size();
            double[] x = new double[n];
            for (int i = 0; i < n; i++) {
                Totals run = group.get(i);
                x[i] = Math.log(steady(run.receivedBps(), run.streams(), run.rttSeconds(), run.durationSeconds()));
            }
            double[] errors = new double[n];
            Arrays.fill(errors, ERROR);
            all += Pile.gainOfOne(x, errors, AT_LEVEL, ELSEWHERE);
        }
        return all;
    }

    private double steady(double received, int streams, double rtt, double seconds) {
        double rate = received;
        for (int round = 0; some && round < ROUNDS; round++) {
            double next = received / (1 - lost(rate, streams, rtt, seconds));
            if (Math.abs(next / rate - 1) < 1e-4) {
                return next;
            }
            rate = next;
        }
        return rate;
    }

    private double lost(double rate, int streams, double rtt, double seconds) {
        double rounds = Math.max(0, Math.log(rate * rtt / (streams * INITIAL_WINDOW_BITS)) / Math.log(2));
        double lost = rtt * Math.max(0, rounds + extra) + fixedSeconds;
        return Math.min(MOST_OF_THE_RUN, lost / seconds);
    }

    /** The steady rate behind what was received; what was sent says little, for it holds what buffers took. */
    Bandwidth steady(Bandwidth received, int streams, Duration rtt, Duration duration) {
        return received.isZero()
                ? received
                : Bandwidth.ofBitsPerSecond(steady(
                        (double) received.bitsPerSecond(),
                        streams,
                        Durations.seconds(rtt),
                        Durations.seconds(duration)));
    }
}
