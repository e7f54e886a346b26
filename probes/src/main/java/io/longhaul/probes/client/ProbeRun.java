package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import java.util.concurrent.CompletableFuture;

/** A probe under way. Thread-safe. */
public final class ProbeRun {
    private final CompletableFuture<Measurement> result;
    private final Runnable canceller;

    ProbeRun(CompletableFuture<Measurement> result, Runnable canceller) {
        this.result = result;
        this.canceller = canceller;
    }

    /**
     * What came of it: the measurement asked for, or a {@link io.longhaul.core.measure.FailedMeasurement} that says why
     * not. Never completes exceptionally.
     */
    public CompletableFuture<Measurement> result() {
        return result.copy();
    }

    /** Waits for the result; every probe ends by itself. Not to be called from an event loop. */
    public Measurement join() {
        return result.join();
    }

    /** Gives up: the result is a failure with the reason {@code cancelled}, unless it is there already. */
    public void cancel() {
        canceller.run();
    }
}
