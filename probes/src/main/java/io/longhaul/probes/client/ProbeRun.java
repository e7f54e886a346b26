package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A probe under way. Thread-safe. */
public final class ProbeRun {
    private final CompletableFuture<Measurement> result;
    private final Runnable canceller;
    private final Consumer<StopReason> finisher;
    private final Runnable interrupter;

    ProbeRun(
            CompletableFuture<Measurement> result,
            Runnable canceller,
            Consumer<StopReason> finisher,
            Runnable interrupter) {
        this.result = result;
        this.canceller = canceller;
        this.finisher = finisher;
        this.interrupter = interrupter;
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

    /**
     * Enough is known: ends a throughput run in good order, with what was measured until now and the reason given. A run that
     * has not begun to move data, and one of latency, goes on.
     */
    public void finish(StopReason reason) {
        finisher.accept(reason);
    }

    /**
     * No more is wanted: ends a run in good order with what was measured until now and {@code interrupted} as the reason. One
     * that has measured nothing yet, or whose peer does not answer soon, is cancelled.
     */
    public void interrupt() {
        interrupter.run();
    }
}
