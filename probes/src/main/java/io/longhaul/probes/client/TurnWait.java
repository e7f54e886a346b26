package io.longhaul.probes.client;

import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.spec.Timeouts;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The wait for a server's turn. An agent that runs as many tests as it may says nothing until one ends, so this wait has a limit of
 * its own, and is told when it lasts longer than a peer that is not busy takes. Confined to the test's loop.
 */
final class TurnWait {
    private static final Duration USUAL = Duration.ofSeconds(2);

    private final ControlChannel control;
    private final Timeouts timeouts;
    private final ProgressListener progress;
    private @Nullable Future<?> notice;

    TurnWait(ControlChannel control, Timeouts timeouts, ProgressListener progress) {
        this.control = control;
        this.timeouts = timeouts;
        this.progress = progress;
    }

    void begin(String awaited) {
        control.await(awaited, timeouts.turn());
        Duration usual = timeouts.answer().compareTo(USUAL) < 0 ? timeouts.answer() : USUAL;
        notice = control.channel()
                .eventLoop()
                .schedule(() -> progress.onQueued(timeouts.turn()), usual.toNanos(), TimeUnit.NANOSECONDS);
    }

    void end() {
        if (notice != null) {
            notice.cancel(false);
        }
    }
}
