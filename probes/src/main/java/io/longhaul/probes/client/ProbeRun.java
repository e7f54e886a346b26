package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import java.util.concurrent.CompletableFuture;

/** A probe under way. Implementations say whether they are thread-safe. */
public interface ProbeRun {
    /**
     * What came of it: the measurement asked for, or a {@link io.longhaul.core.measure.FailedMeasurement} that says why
     * not. Never completes exceptionally.
     */
    CompletableFuture<Measurement> result();

    /** Waits for the result; every probe ends by itself. Not to be called from an event loop. */
    Measurement join();

    /** Gives up: the result is a failure with the reason {@code cancelled}, unless it is there already. */
    void cancel();

    /**
     * Enough is known: ends a throughput run in good order, with what was measured until now and the reason given. A run that
     * has not begun to move data, and one of latency, goes on.
     */
    void finish(StopReason reason);

    /**
     * No more is wanted: ends a run in good order with what was measured until now and {@code interrupted} as the reason. One
     * that has measured nothing yet, or whose peer does not answer soon, is cancelled.
     */
    void interrupt();
}
