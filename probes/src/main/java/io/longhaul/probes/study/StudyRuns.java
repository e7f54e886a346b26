package io.longhaul.probes.study;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one study: makes, keeps and tells them, and knows when there is no use in more. A study is over early when its
 * prober was cancelled, when its thread was interrupted, when the first run of all failed, and when nobody can be reached
 * any more; it then says what it knows. Confined to the thread of the study, which it blocks.
 */
final class StudyRuns {
    private final Probing prober;
    private final Rest rest;
    private final Consumer<Measurement> done;
    private final List<Measurement> made = new ArrayList<>();
    private boolean measured;
    private boolean over;
    private long moved;

    /**
     * @param prober that makes the runs
     * @param rest that waits between them
     * @param done hears of every run as it ends, also of a failed one
     */
    StudyRuns(Probing prober, Rest rest, Consumer<Measurement> done) {
        this.prober = prober;
        this.rest = rest;
        this.done = done;
    }

    /** Starts a run, which somebody must {@link #keep}. */
    Underway start(ProbeTarget target, ThroughputSpec spec) {
        var counting = new CompletableFuture<@Nullable Void>();
        var seen = new AtomicLong();
        ProbeRun run = prober.throughput(target, spec, new ProgressListener() {
            @Override
            public void onInterval(IntervalSample sample) {
                seen.addAndGet(octets(sample.sent()) + octets(sample.received()));
            }

            @Override
            public void onCounting() {
                counting.complete(null);
            }
        });
        return new Underway(run, CompletableFuture.anyOf(counting, run.result()), seen);
    }

    /**
     * A run that was started.
     *
     * @param run to be ended and kept
     * @param begun completes when it moves data, or has ended without
     * @param seen octets it had moved by its last interval, for when it fails
     */
    record Underway(ProbeRun run, CompletableFuture<?> begun, AtomicLong seen) {}

    /** Waits until a run moves data, or has ended, or the study is to end. */
    void await(Underway started) {
        try {
            started.begun().get();
        } catch (InterruptedException e) {
            stopHere();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run never completes exceptionally", e);
        }
    }

    private void stopHere() {
        over = true;
        Thread.currentThread().interrupt();
    }

    /** Makes a run and keeps it. */
    Measurement throughput(ProbeTarget target, ThroughputSpec spec) {
        return keep(start(target, spec));
    }

    /** Makes a run and keeps it. */
    Measurement latency(ProbeTarget target, LatencySpec spec) {
        return keep(prober.latency(target, spec));
    }

    /** Waits for a run and keeps it; what a failed one moved also counts. */
    Measurement keep(Underway started) {
        Measurement measurement = keep(started.run());
        if (measurement instanceof FailedMeasurement) {
            moved += started.seen().get();
        }
        return measurement;
    }

    /** Waits for a run and keeps it. */
    Measurement keep(ProbeRun run) {
        Measurement measurement = run.join();
        made.add(measurement);
        if (measurement instanceof FailedMeasurement failed) {
            over |= !measured || FailureReason.SENT_NOTHING.contains(failed.reason());
        } else {
            measured = true;
        }
        if (measurement instanceof ThroughputMeasurement transfer) {
            moved += octets(transfer.sent().flatMap(Transferred::size));
        }
        done.accept(measurement);
        return measurement;
    }

    /** Lets a time pass, or less when the study is to end. */
    void rest(Duration time) {
        if (isOver()) {
            return;
        }
        try {
            rest.sleep(time);
        } catch (InterruptedException e) {
            stopHere();
        }
    }

    /** Whether there is no use in another run. */
    boolean isOver() {
        return over || prober.isCancelled() || Thread.currentThread().isInterrupted();
    }

    /** What is left of a volume. */
    Optional<DataSize> left(Optional<DataSize> volume) {
        return volume.map(most -> DataSize.ofBytes(Math.max(0, most.bytes() - moved)));
    }

    /** Whether a volume has been moved. */
    boolean isSpent(Optional<DataSize> volume) {
        return left(volume).filter(DataSize::isZero).isPresent();
    }

    /** In the order they ended. */
    List<Measurement> all() {
        return List.copyOf(made);
    }

    private static long octets(Optional<DataSize> size) {
        return size.map(DataSize::bytes).orElse(0L);
    }

    static Optional<RttSummary> rtt(Measurement measurement) {
        return measurement instanceof LatencyMeasurement latency ? latency.rtt() : Optional.empty();
    }
}
