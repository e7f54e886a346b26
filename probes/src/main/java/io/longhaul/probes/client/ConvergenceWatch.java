package io.longhaul.probes.client;

import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.Arrays;

/**
 * Says, interval by interval, whether the steady rate is known. It is when all of this holds: the series has a {@link SteadyTail} within
 * the tolerance; at least ten round-trip times have passed; and the windows of senders at this end have stopped growing, or do not
 * bind. Its level is above 95 % because the rule is asked again and again. Confined to one thread.
 */
final class ConvergenceWatch {
    private static final double ROUND_TRIPS = 10;
    private static final double GROWTH_PER_ROUND_TRIP = 0.05;
    private static final double BOUND_BY_WINDOW = 0.5;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Convergence rule;
    private final boolean receiving;
    private double[] rates = new double[64];
    private int count;
    private long roundTripMicros;
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
        boolean growing = isGrowing(sample, nanos);
        before = sample.tcp();
        return !growing
                && count >= Convergence.FEWEST_INTERVALS
                && hasRunLongEnough(sample)
                && SteadyTail.cut(rates, count, rule.tolerance()).isPresent();
    }

    private double octets(EndSample sample) {
        if (receiving) {
            return sample.receivedBytes();
        }
        return sample.tcp().isKnown() ? sample.tcp().bytesAcked() : sample.sentBytes();
    }

    /** Tells a receiver, whose samples do not have it, how long a round trip takes. */
    void roundTrip(long micros) {
        roundTripMicros = micros;
    }

    private boolean hasRunLongEnough(EndSample sample) {
        long micros = sample.tcp().isKnown() ? sample.tcp().rttMicros() : roundTripMicros;
        return sample.endNanos() >= ROUND_TRIPS * micros * NANOS_PER_MICRO;
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
}
