package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import java.time.Duration;

/** Hears of every interval of a throughput run as it ends. Called on an event loop: return quickly. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = sample -> {};

    /** An interval as this end saw it; what the peer saw comes with the result. */
    void onInterval(IntervalSample sample);

    /**
     * The peer took the connection but says nothing: it runs other tests first, or is no agent. At most once, before any interval.
     *
     * @param atMost how long the run waits for its turn
     */
    default void onQueued(Duration atMost) {
        // most have nobody to tell
    }

    /** The streams move data and it counts from now on, once. */
    default void onCounting() {}
}
