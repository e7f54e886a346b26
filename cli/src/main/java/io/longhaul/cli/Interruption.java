package io.longhaul.cli;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What to do when the user presses Ctrl-C: a block of work names an action that ends it early, and the process waits
 * until the block has cleaned up. Use with try-with-resources. Safe for any thread.
 */
public final class Interruption implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<Interruption> OPEN = ConcurrentHashMap.newKeySet();

    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final Duration patience;
    private final Thread hook;

    private Interruption(Runnable action, Duration patience) {
        this.patience = patience;
        hook = new Thread(
                () -> {
                    action.run();
                    awaitCleanUp();
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private static Interruption open(Runnable action, Duration patience) {
        var interruption = new Interruption(action, patience);
        OPEN.add(interruption);
        return interruption;
    }

    /** Calls the action when the process is asked to end before this is closed. */
    public static Interruption calling(Runnable action) {
        return open(action, PATIENCE);
    }

    /** As {@link #calling(Runnable)}, for a block that may take longer to clean up. */
    public static Interruption calling(Runnable action, Duration patience) {
        return open(action, patience);
    }

    /** How long the most patient of those who want to be told now takes to clean up; empty when nobody does. */
    static Optional<Duration> patience() {
        return OPEN.stream().map(open -> open.patience).max(Comparator.naturalOrder());
    }

    private void awaitCleanUp() {
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
            OPEN.remove(this);
        } catch (IllegalStateException alreadyEnding) {
            // the process ends: the hook is running and was waiting for this close
            return;
        }
    }
}
