package io.longhaul.probes.study;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.hypothesis.SequentialTest;

/**
 * Feeds the intervals of a burst to a sequential test. The beginning is left out while the rate is below half of the
 * baseline, two intervals more, and three seconds at most, after which a low rate is the answer. Safe for any thread.
 */
final class GateWatch {
    private static final double RISEN = 0.5;
    private static final double LONGEST_RISE_SECONDS = 3;
    private static final int EXTRA = 2;

    private final SequentialTest.Run test;
    private final double baseline;
    private int skip = -1;
    private double bits;
    private double seconds;

    GateWatch(SequentialTest.Run test, double baseline) {
        this.test = test;
        this.baseline = baseline;
    }

    /** True when the test has decided. */
    synchronized boolean add(IntervalSample sample) {
        double rate = sample.bitsPerSecond();
        if (skip < 0 && (rate >= RISEN * baseline || Durations.seconds(sample.end()) >= LONGEST_RISE_SECONDS)) {
            skip = EXTRA;
        } else if (skip > 0) {
            skip--;
        }
        if (skip != 0) {
            return false;
        }
        bits += sample.bits();
        seconds += sample.seconds();
        return test.add(rate) != SequentialTest.Decision.UNDECIDED;
    }

    /** Mean of the intervals that counted, in bit/s. */
    synchronized double mean() {
        return seconds == 0 ? 0 : bits / seconds;
    }

    synchronized int samples() {
        return test.samples();
    }

    synchronized SequentialTest.Decision decision() {
        return test.decision();
    }
}
