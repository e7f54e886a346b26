package io.longhaul.probes.client;

import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What all latency probes share: when to send, what came back, how it ends. Confined to its home loop, except where said.
 */
abstract class LatencySession {
    private static final double JITTER = 0.5;

    final ProberContext prober;
    final ProbeTarget target;
    final LatencySpec spec;
    final EventLoop home;
    final InetSocketAddress address;
    final LatencyRecorder recorder = new LatencyRecorder();
    private final CompletableFuture<Measurement> result;
    private final Instant started;
    private final long startedNanos;
    private long sent;
    private boolean over;

    LatencySession(ProberContext prober, ProbeTarget target, LatencySpec spec, CompletableFuture<Measurement> result) {
        this.prober = prober;
        this.target = target;
        this.spec = spec;
        this.result = result;
        this.home = prober.loops().next();
        this.address = new InetSocketAddress(target.host(), target.port());
        this.started = prober.clock().instant();
        this.startedNanos = prober.nanoClock().getAsLong();
    }

    /** From any thread. */
    abstract void start();

    /** Sends the next probe. */
    abstract void sendProbe();

    /** Lets go of all sockets. */
    abstract void release();

    /** What the kernel timed until now; empty where it does not tell. */
    Optional<KernelRtt> kernelRtt() {
        return Optional.empty();
    }

    /** From any thread. */
    final void cancel() {
        home.execute(() -> fail(FailureReason.CANCELLED, "The probe was cancelled."));
    }

    /** Ends with what was measured until now. From any thread. */
    final void interrupt() {
        home.execute(() -> {
            if (recorder.count() == 0) {
                cancel();
            } else {
                finish(measured(decided(), Optional.empty()));
            }
        });
    }

    /** Probes whose fate is known: answered, or lost. */
    abstract long decided();

    final boolean isOver() {
        return over;
    }

    final long sent() {
        return sent;
    }

    final boolean allSent() {
        return sent >= spec.count();
    }

    final void countSent() {
        sent++;
    }

    /** The next probe after the spacing, give or take half of it. */
    final void scheduleNext() {
        double share = 1 - JITTER + 2 * JITTER * prober.random().nextDouble();
        long delay = (long) (spec.spacing().toNanos() * share);
        home.schedule(
                () -> {
                    if (!over) {
                        sendProbe();
                    }
                },
                delay,
                TimeUnit.NANOSECONDS);
    }

    final String peer() {
        return Addresses.show(target.host(), target.port());
    }

    final void complete() {
        complete(Optional.empty());
    }

    final void complete(Optional<LatencyMeasurement.OneWayLoss> oneWay) {
        finish(measured(sent, oneWay));
    }

    private LatencyMeasurement measured(long sent, Optional<LatencyMeasurement.OneWayLoss> oneWay) {
        return new LatencyMeasurement(
                        prober.header(target, false, started, elapsed()),
                        spec.method(),
                        sent,
                        sent - recorder.count(),
                        recorder.summary(),
                        oneWay)
                .withKernel(kernelRtt());
    }

    final void fail(FailureReason reason, String message) {
        finish(prober.failure(
                prober.header(target, false, started, elapsed()), Measurement.Kind.LATENCY, reason, message));
    }

    final void connectFailed(Throwable cause) {
        ConnectFailure failure = ConnectFailure.of(cause, peer());
        fail(failure.reason(), failure.message());
    }

    private Duration elapsed() {
        return Duration.ofNanos(prober.nanoClock().getAsLong() - startedNanos);
    }

    private void finish(Measurement measurement) {
        if (!over) {
            over = true;
            release();
            result.complete(measurement);
        }
    }
}
