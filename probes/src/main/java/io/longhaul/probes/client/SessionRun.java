package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A session over sockets, as callers see it. Thread-safe. */
record SessionRun(
        CompletableFuture<Measurement> session, Runnable canceller, Consumer<StopReason> finisher, Runnable interrupter)
        implements ProbeRun {
    @Override
    public CompletableFuture<Measurement> result() {
        return session.copy();
    }

    @Override
    public Measurement join() {
        return session.join();
    }

    @Override
    public void cancel() {
        canceller.run();
    }

    @Override
    public void finish(StopReason reason) {
        finisher.accept(reason);
    }

    @Override
    public void interrupt() {
        interrupter.run();
    }
}
