package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.Results;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** How a throughput test ended, once: with a measurement, or with the reason why not. Confined to the test's loop. */
final class ThroughputOutcome {
    private final ProberContext prober;
    private final ProbeTarget target;
    private final ThroughputSpec spec;
    private final CompletableFuture<Measurement> result;
    private final Runnable release;
    private final Instant created;
    private final long createdNanos;
    private boolean over;

    /**
     * @param result that is completed
     * @param release lets go of all sockets, before that
     */
    ThroughputOutcome(
            ProberContext prober,
            ProbeTarget target,
            ThroughputSpec spec,
            CompletableFuture<Measurement> result,
            Runnable release) {
        this.prober = prober;
        this.target = target;
        this.spec = spec;
        this.result = result;
        this.release = release;
        this.created = prober.clock().instant();
        this.createdNanos = prober.nanoClock().getAsLong();
    }

    boolean isOver() {
        return over;
    }

    /** Host and port, for messages. */
    String peer() {
        return Addresses.show(target.host(), target.port());
    }

    /** What both ends counted is one measurement, if it makes sense. */
    void succeed(Instant started, TransferTotals ours, Results theirs, StopReason stopped) {
        ThroughputMeasurement measurement;
        try {
            measurement = new ThroughputAssembler(prober, target, spec).assemble(started, ours, theirs, stopped);
        } catch (ArithmeticException e) {
            fail(FailureReason.PROTOCOL_ERROR, "The server's figures are out of range: " + e.getMessage());
            return;
        }
        complete(measurement);
    }

    void cannotConnect(Throwable cause) {
        ConnectFailure failure = ConnectFailure.of(cause, peer());
        fail(failure.reason(), failure.message());
    }

    /** The peer did not send what it owed. */
    void silent(String awaited) {
        fail(
                FailureReason.TIMED_OUT,
                peer() + " did not send the " + awaited + " within "
                        + spec.timeouts().answer().toMillis() + " ms.");
    }

    /** The peer took the connection and never said a word. */
    void noTurn() {
        fail(
                FailureReason.TIMED_OUT,
                peer() + " took the connection, but did not begin the test within "
                        + Durations.format(spec.timeouts().turn())
                        + ": it is busy with other tests, or is no agent.");
    }

    void fail(FailureReason reason, String message) {
        Duration lasted = Duration.ofNanos(prober.nanoClock().getAsLong() - createdNanos);
        var header = prober.header(target, spec.direction() == Direction.REVERSE, created, lasted);
        complete(prober.failure(header, Measurement.Kind.THROUGHPUT, reason, message));
    }

    private void complete(Measurement measurement) {
        if (!over) {
            over = true;
            release.run();
            result.complete(measurement);
        }
    }
}
