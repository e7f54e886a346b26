package io.longhaul.probes.screen;

import io.longhaul.core.study.Oversleep;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** Counts late wake-ups. Stateless. */
final class OversleepMeter {
    private static final long SLEEP_NANOS = 100_000;
    private static final long MILLI = 1_000_000;
    private static final double P999 = 99.9;
    private static final int DIGITS = 3;

    private OversleepMeter() {}

    /** Sleeps again and again for a time; blocks the calling thread; ends early when it is interrupted. */
    static Oversleep measure(Duration time, LongSupplier nanoClock) {
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
