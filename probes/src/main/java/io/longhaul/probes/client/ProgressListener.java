package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;

/** Hears of every interval of a throughput run as it ends. Called on an event loop: return quickly. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = sample -> {};

    /** An interval as this end saw it; what the peer saw comes with the result. */
    void onInterval(IntervalSample sample);

    /** The streams move data and it counts from now on, once. */
    default void onCounting() {}
}
