package io.longhaul.probes.server;

import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The moving part of a test at the agent, within the agent's limits: rate and volume are watched, and it does not outlive its
 * time. Confined to the test's loop, where all callbacks come.
 */
final class TestTransfer {
    /** Most samples kept of a test, some 170 octets each: as many tests as may run by default fit a small heap. */
    private static final int MOST_SAMPLES = 2048;

    /** Patiences without an octet after which a test is over. */
    private static final int IDLE_PATIENCES = 4;

    private final EventLoop home;
    private final Parameters asked;
    private final AgentOptions options;
    private final StreamSet streams;
    private final Consumer<RefusalCode> mustEnd;
    private final LimitWatch watch;
    private final TransferRun run;
    private @Nullable Future<?> expiry;
    private @Nullable TransferTotals totals;

    /**
     * @param asked by the client, checked
     * @param options of the agent
     * @param mustEnd called when a limit is passed or a stream is lost, perhaps more than once
     */
    TestTransfer(
            EventLoop home,
            Parameters asked,
            AgentOptions options,
            StreamSet streams,
            LongSupplier nanoClock,
            Consumer<RefusalCode> mustEnd) {
        this.home = home;
        this.asked = asked;
        this.options = options;
        this.streams = streams;
        this.mustEnd = mustEnd;
        Duration idle = options.patience().multipliedBy(IDLE_PATIENCES);
        var guard = new RunGuard(options.limits(), idle, nanoClock.getAsLong());
        this.watch = new LimitWatch(home, streams, guard, nanoClock, mustEnd);
        this.run = new TransferRun(home, streams, omit(), interval(), MOST_SAMPLES, nanoClock, sample -> {});
        run.onLoss(stream -> mustEnd.accept(RefusalCode.STREAM_CLOSED));
    }

    /** Starts, and says so as soon as the streams have been told to begin. */
    void start(Runnable started) {
        expiry = home.schedule(
                () -> mustEnd.accept(RefusalCode.EXPIRED), lifetime().toNanos(), TimeUnit.NANOSECONDS);
        watch.start();
        run.start(started, () -> {});
    }

    private Duration omit() {
        Duration seconds = Duration.ofSeconds(asked.omitSeconds());
        return asked.extension()
                .map(own -> Duration.ofMillis(own.omitMillis()))
                .filter(fine -> !fine.isNegative() && fine.compareTo(seconds) <= 0)
                .orElse(seconds);
    }

    private Duration interval() {
        return SampleInterval.of(
                asked.extension().map(ParameterExtension::intervalMillis).orElse(0));
    }

    /** When its time is over the client owes the end of the test, and has the agent's patience for it, not more. */
    private Duration lifetime() {
        Duration planned = Duration.ofSeconds((long) asked.timeSeconds() + asked.omitSeconds());
        return (asked.timeSeconds() > 0 ? planned : options.limits().duration()).plus(options.patience());
    }

    /** Stops and closes the streams; the results are there when the callback comes. Once only. */
    void stop(Runnable then) {
        stopTimers();
        run.stop(counted -> {
            streams.close();
            totals = counted;
            then.run();
        });
    }

    /** What this end counted, after it was stopped. */
    Results results() {
        TransferTotals counted = Objects.requireNonNull(totals, "not stopped");
        Optional<String> output =
                asked.wantsServerOutput() ? Optional.of(ServerOutput.text(counted)) : Optional.empty();
        return counted.toResults(asked.extension().isPresent(), output);
    }

    /** Stops without an answer. */
    void cancel() {
        stopTimers();
        run.cancel();
        streams.close();
    }

    private void stopTimers() {
        watch.stop();
        if (expiry != null) {
            expiry.cancel(false);
        }
    }
}
