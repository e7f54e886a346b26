package io.longhaul.probes.screen;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * How late a thread wakes that asked to sleep for 0.1 ms: long delays say that others share the processor (Xu, Musgrave,
 * Noble and Bailey, "Bobtail: Avoiding Long Tails in the Cloud", NSDI 2013, section 4). Immutable.
 *
 * @param samples sleeps taken
 * @param over1Millis that lasted more than one millisecond too long
 * @param over10Millis that lasted more than ten milliseconds too long
 * @param p999 99.9th percentile of the delay
 */
public record Oversleep(long samples, long over1Millis, long over10Millis, Duration p999) {
    private static final long SLEEP_NANOS = 100_000;
    private static final long MILLI = 1_000_000;
    private static final double P999 = 99.9;
    private static final int DIGITS = 3;

    /** Sleeps again and again for a time; blocks the calling thread; ends early when it is interrupted. */
    public static Oversleep measure(Duration time, LongSupplier nanoClock) {
        var histogram = new Histogram(DIGITS);
        long over1 = 0;
        long over10 = 0;
        long end = nanoClock.getAsLong() + time.toNanos();
        long before = nanoClock.getAsLong();
        while (before < end && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(SLEEP_NANOS);
            long now = nanoClock.getAsLong();
            long late = Math.max(0, now - before - SLEEP_NANOS);
            histogram.recordValue(late);
            over1 += late > MILLI ? 1 : 0;
            over10 += late > 10 * MILLI ? 1 : 0;
            before = now;
        }
        return new Oversleep(
                histogram.getTotalCount(), over1, over10, Duration.ofNanos(histogram.getValueAtPercentile(P999)));
    }
}
