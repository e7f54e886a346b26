package io.longhaul.cli.command;

import io.longhaul.cli.Interruption;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.study.Rest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The machinery a study runs on: event loops, a prober, and Ctrl-C, which ends the run under way and a rest; the study then
 * ends with what it has. Use with try-with-resources. Thread-safe.
 */
final class StudyRun implements AutoCloseable {
    private final EventLoops loops;
    private final Prober prober;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final Interruption interruption;

    StudyRun() {
        loops = EventLoops.start(Runtime.getRuntime().availableProcessors());
        prober = new Prober(loops);
        interruption = Interruption.calling(() -> {
            prober.interruptAll();
            interrupted.countDown();
        });
    }

    Prober prober() {
        return prober;
    }

    /** Sleeps, until Ctrl-C. */
    Rest rest() {
        return this::sleep;
    }

    private void sleep(Duration time) throws InterruptedException {
        if (interrupted.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            return;
        }
    }

    boolean isInterrupted() {
        return interrupted.getCount() == 0;
    }

    @Override
    public void close() {
        loops.close();
        interruption.close();
    }
}
