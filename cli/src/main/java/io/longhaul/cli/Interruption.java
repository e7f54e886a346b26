package io.longhaul.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What to do when the user presses Ctrl-C: a block of work names an action that ends it early, and the process waits
 * until the block has cleaned up. Use with try-with-resources. Safe for any thread.
 */
public final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final AtomicInteger OPEN = new AtomicInteger();

    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Runnable action, Duration patience) {
        hook = new Thread(
                () -> {
                    action.run();
                    awaitCleanUp(patience);
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        OPEN.incrementAndGet();
    }

    /** Calls the action when the process is asked to end before this is closed. */
    public static Interruption calling(Runnable action) {
        return new Interruption(action, PATIENCE);
    }

    /** As {@link #calling(Runnable)}, for a block that may take longer to clean up. */
    public static Interruption calling(Runnable action, Duration patience) {
        return new Interruption(action, patience);
    }

    /** Whether somebody wants to be told now. */
    static boolean isHeard() {
        return OPEN.get() > 0;
    }

    private void awaitCleanUp(Duration patience) {
        try {
            if (!cleanedUp.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                Runtime.getRuntime().halt(ExitCode.FAILED.code());
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        cleanedUp.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            OPEN.decrementAndGet();
        } catch (IllegalStateException alreadyEnding) {
            // the process ends: the hook is running and was waiting for this close
            return;
        }
    }
}
