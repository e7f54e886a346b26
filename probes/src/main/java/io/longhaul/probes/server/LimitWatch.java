package io.longhaul.probes.server;

import io.longhaul.probes.flow.StreamReading;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.wire.RefusalCode;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a running test from its first octet on, at short distances that no client chooses, and says when it must end.
 * Confined to the test's loop.
 */
final class LimitWatch {
    static final long PERIOD_MILLIS = 250;

    private final EventLoop home;
    private final StreamSet streams;
    private final RunGuard guard;
    private final LongSupplier nanoClock;
    private final Consumer<RefusalCode> mustEnd;
    private @Nullable Future<?> timer;
    private boolean stopped;

    /**
     * @param mustEnd called when a limit is passed, perhaps more than once
     */
    LimitWatch(
            EventLoop home, StreamSet streams, RunGuard guard, LongSupplier nanoClock, Consumer<RefusalCode> mustEnd) {
        this.home = home;
        this.streams = streams;
        this.guard = guard;
        this.nanoClock = nanoClock;
        this.mustEnd = mustEnd;
    }

    void start() {
        timer = home.scheduleWithFixedDelay(
                () -> streams.read(this::look), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(List<StreamReading> readings) {
        if (!stopped) {
            long octets = readings.stream().mapToLong(StreamReading::bytes).sum();
            guard.observe(nanoClock.getAsLong(), octets).ifPresent(mustEnd);
        }
    }

    void stop() {
        stopped = true;
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
