package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls on threads of their own, in the time of the wall clock. Confined to one thread. */
public final class ThreadCalls implements Calls, AutoCloseable {
    private static final int AT_ONCE = 32;

    private final InstantSource clock;
    private final BlockingQueue<Runnable> ended = new LinkedBlockingQueue<>();
    private final ExecutorService executor;

    /**
     * Begins threads as they are needed.
     */
    public ThreadCalls(InstantSource clock) {
        this.clock = clock;
        executor = Executors.newFixedThreadPool(AT_ONCE, task -> {
            var thread = new Thread(task, "cloud");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public <T> void begin(Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed) {
        executor.execute(() -> {
            try {
                T answer = call.get();
                ended.add(() -> done.accept(answer));
            } catch (CloudException failure) {
                ended.add(() -> failed.accept(failure));
            } catch (RuntimeException defect) {
                ended.add(() -> failed.accept(new CloudException(
                        Reason.REFUSED, "A call to a cloud failed: " + defect + ".", "Try it again.", defect)));
            }
        });
    }

    @Override
    public void await(Instant until) throws InterruptedException {
        long millis = Math.max(0, Duration.between(now(), until).toMillis());
        Runnable next = ended.poll(millis, TimeUnit.MILLISECONDS);
        while (next != null) {
            next.run();
            next = ended.poll();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
