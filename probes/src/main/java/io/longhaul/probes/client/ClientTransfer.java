package io.longhaul.probes.client;

import io.longhaul.core.measure.StopReason;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.StreamReading;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.EndSample;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The moving part of a test at the probing end: tells its intervals, and says when it has had enough, by time, volume or
 * convergence. Confined to the home loop, where all callbacks come.
 */
final class ClientTransfer {
    private final ProberContext prober;
    private final EventLoop home;
    private final ThroughputSpec spec;
    private final StreamSet streams;
    private final ProgressListener progress;
    private final Consumer<StopReason> enough;
    private final TransferRun run;
    private final @Nullable ConvergenceWatch convergence;
    private @Nullable Future<?> timer;
    private Instant started;

    /**
     * @param progress hears of every interval
     * @param enough called when the test has what it was asked for, perhaps more than once
     * @param lost called when a connection ends while data should move, perhaps more than once
     */
    ClientTransfer(
            ProberContext prober,
            EventLoop home,
            ThroughputSpec spec,
            StreamSet streams,
            ProgressListener progress,
            Consumer<StopReason> enough,
            Consumer<DataStream> lost) {
        this.prober = prober;
        this.home = home;
        this.spec = spec;
        this.streams = streams;
        this.progress = progress;
        this.enough = enough;
        this.run = new TransferRun(home, streams, spec.omit(), spec.interval(), prober.nanoClock(), this::report);
        this.convergence = spec.stop()
                .convergence()
                .map(rule -> new ConvergenceWatch(rule, spec.direction() == Direction.REVERSE))
                .orElse(null);
        this.started = prober.clock().instant();
        run.onLoss(lost);
    }

    void start() {
        run.start(() -> {}, this::count);
    }

    private void count() {
        started = prober.clock().instant();
        progress.onCounting();
        if (convergence != null) {
            streams.read(this::learnRoundTrip);
        }
        StopReason byTime = spec.stop().volume().isPresent() ? StopReason.BUDGET : StopReason.TIME;
        timer = home.schedule(() -> enough.accept(byTime), spec.stop().time().toNanos(), TimeUnit.NANOSECONDS);
        spec.stop()
                .volume()
                .ifPresent(volume -> new VolumeWatch(
                                home,
                                streams,
                                run,
                                volume,
                                spec.direction() == Direction.FORWARD,
                                () -> enough.accept(StopReason.VOLUME))
                        .look());
    }

    private void learnRoundTrip(List<StreamReading> readings) {
        if (convergence != null) {
            convergence.roundTrip(readings.stream()
                    .flatMap(reading -> reading.tcp().stream())
                    .mapToLong(TcpInfo::rttMicros)
                    .max()
                    .orElse(0));
        }
    }

    private void report(EndSample sample) {
        progress.onInterval(SeriesMerge.local(sample));
        if (convergence != null && convergence.add(sample)) {
            enough.accept(StopReason.CONVERGED);
        }
    }

    /** When it began to count. */
    Instant started() {
        return started;
    }

    /** Stops in good order and hands over what was counted. Once only. */
    void stop(Consumer<TransferTotals> then) {
        stopTimer();
        run.stop(then);
    }

    /** Stops without an answer. */
    void cancel() {
        stopTimer();
        run.cancel();
        streams.close();
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
