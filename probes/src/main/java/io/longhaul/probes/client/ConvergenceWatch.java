package io.longhaul.probes.client;

import io.longhaul.core.stats.series.Mser5;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.Arrays;
import java.util.Optional;

/**
 * Says, interval by interval, whether the steady rate is known. It is when all of this holds: MSER-5 finds an end of the
 * warm-up; the intervals after it give a 99 % confidence interval of the mean within the tolerance, each sample counted
 * as (1 - r) / (1 + r) for a lag-one autocorrelation of r; their two halves agree within the tolerance; at least ten
 * round-trip times have passed; and the senders' windows have stopped growing, or do not bind. The level is above 95 %
 * because the rule is asked again and again. Confined to one thread.
 */
final class ConvergenceWatch {
    private static final double Z_99 = 2.576;
    private static final int FEWEST_STEADY = 15;
    private static final double ROUND_TRIPS = 10;
    private static final double GROWTH_PER_ROUND_TRIP = 0.05;
    private static final double BOUND_BY_WINDOW = 0.5;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Convergence rule;
    private final boolean receiving;
    private final Mser5 mser = new Mser5();
    private double[] rates = new double[64];
    private int count;
    private KernelSample before = KernelSample.NONE;

    /**
     * @param rule how well the rate must be known
     * @param receiving whether this end receives; else it sends, and counts what the peer acknowledges where it can
     */
    ConvergenceWatch(Convergence rule, boolean receiving) {
        this.rule = rule;
        this.receiving = receiving;
    }

    /** Takes the next interval in; true when the run may end. */
    boolean add(EndSample sample) {
        double nanos = sample.endNanos() - sample.startNanos();
        double rate = octets(sample) / nanos;
        if (count == rates.length) {
            rates = Arrays.copyOf(rates, 2 * rates.length);
        }
        rates[count++] = rate;
        mser.add(rate);
        boolean growing = isGrowing(sample, nanos);
        before = sample.tcp();
        return !growing && hasRunLongEnough(sample) && isKnown();
    }

    private double octets(EndSample sample) {
        if (receiving) {
            return sample.receivedBytes();
        }
        return sample.tcp().isKnown() ? sample.tcp().bytesAcked() : sample.sentBytes();
    }

    private static boolean hasRunLongEnough(EndSample sample) {
        KernelSample tcp = sample.tcp();
        return !tcp.isKnown() || sample.endNanos() >= ROUND_TRIPS * tcp.rttMicros() * NANOS_PER_MICRO;
    }

    /** In slow start a window doubles each round trip; one that does not bind may grow as it likes. */
    private boolean isGrowing(EndSample sample, double nanos) {
        KernelSample now = sample.tcp();
        if (!now.isKnown() || !before.isKnown() || before.congestionWindowBytes() <= 0 || now.busyMicros() <= 0) {
            return false;
        }
        double limited = now.receiveWindowLimitedMicros() + now.sendBufferLimitedMicros();
        if (limited / now.busyMicros() >= BOUND_BY_WINDOW) {
            return false;
        }
        double roundTrips = Math.max(1, nanos / (now.rttMicros() * NANOS_PER_MICRO + 1));
        double growth = (double) now.congestionWindowBytes() / before.congestionWindowBytes() - 1;
        return growth > GROWTH_PER_ROUND_TRIP * Math.min(roundTrips, 2);
    }

    private boolean isKnown() {
        Optional<Mser5.Truncation> cut = mser.truncation().filter(Mser5.Truncation::steady);
        if (cut.isEmpty() || count - cut.get().samplesDropped() < FEWEST_STEADY) {
            return false;
        }
        double[] steady = Arrays.copyOfRange(rates, cut.get().samplesDropped(), count);
        double mean = mean(steady, 0, steady.length);
        if (mean <= 0) {
            return false;
        }
        int half = steady.length / 2;
        double drift = Math.abs(mean(steady, half, steady.length) - mean(steady, 0, half));
        return drift <= rule.tolerance() * mean && halfWidth(steady, mean) <= rule.tolerance() * mean;
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static double halfWidth(double[] values, double mean) {
        double squares = 0;
        double products = 0;
        for (int i = 0; i < values.length; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
            if (i > 0) {
                products += (values[i] - mean) * (values[i - 1] - mean);
            }
        }
        if (squares == 0) {
            return 0;
        }
        double correlation = Math.max(0, Math.min(0.99, products / squares));
        double effective = values.length * (1 - correlation) / (1 + correlation);
        return Z_99 * Math.sqrt(squares / (values.length - 1) / effective);
    }
}
