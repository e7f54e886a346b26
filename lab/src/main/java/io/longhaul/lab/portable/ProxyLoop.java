package io.longhaul.lab.portable;

import io.longhaul.lab.LabException;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that waits for sockets and for points in time, and does everything the portable lab does. A
 * selector wakes with a grain of a millisecond, so the last stretch before a point in time is slept in short parks.
 * {@link #call} and {@link #close} may be used from any thread; all else only from tasks of the loop.
 */
final class ProxyLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyLoop.class);
    private static final long SELECT_GRAIN_NANOS = 1_500_000;
    private static final long PARK_NANOS = 150_000;
    private static final long CLOSE_SECONDS = 10;

    private final LongSupplier clock;
    private final long origin;
    private final Selector selector;
    private final Thread thread;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable onStop;
    private volatile boolean running = true;
    private long sequence;

    /** Something that waits for a socket; told what the socket is ready for. */
    interface Handler {
        void ready(SelectionKey key) throws IOException;
    }

    private record Timer(double at, long order, Runnable action) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /**
     * Starts the thread.
     *
     * @param clock elapsed nanoseconds
     * @param onStop the loop's last task
     */
    ProxyLoop(String name, LongSupplier clock, Runnable onStop) {
        this.clock = clock;
        this.origin = clock.getAsLong();
        this.onStop = onStop;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new LabException("No selector: " + e.getMessage() + ".", "Raise the limit of open files.", e);
        }
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Nanoseconds since the loop began. */
    double now() {
        return clock.getAsLong() - origin;
    }

    /** Runs an action when its time has come; in order of time, then of scheduling. */
    void at(double time, Runnable action) {
        timers.add(new Timer(time, sequence++, action));
    }

    SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    /** Runs a task on the loop and waits for its answer; from any thread but the loop's. */
    <T extends @Nullable Object> T call(Callable<T> task) {
        var answer = new CompletableFuture<T>();
        tasks.add(() -> {
            try {
                answer.complete(task.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        selector.wakeup();
        try {
            return answer.get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the lab was asked.", "Ask again.", e);
        } catch (TimeoutException e) {
            throw new LabException("The lab did not answer within 10 s.", "Look whether it was closed.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new LabException(
                    "The lab failed: " + e.getCause(), "See the cause; a limit of open files is the usual one.", e);
        }
    }

    private void run() {
        try {
            while (running) {
                await();
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                runTimers();
            }
        } catch (IOException e) {
            LOG.error("The portable lab stops: its selector failed.", e);
        } finally {
            onStop.run();
            try {
                selector.close();
            } catch (IOException e) {
                LOG.warn("The portable lab's selector did not close.", e);
            }
        }
    }

    private void await() throws IOException {
        Timer next = timers.peek();
        if (!tasks.isEmpty()) {
            selector.selectNow(this::dispatch);
        } else if (next == null) {
            selector.select(this::dispatch);
        } else {
            double gap = next.at() - now();
            if (gap > SELECT_GRAIN_NANOS) {
                selector.select(this::dispatch, Math.max(1, (long) (gap / 1e6) - 1));
            } else if (selector.selectNow(this::dispatch) == 0 && gap > 0) {
                LockSupport.parkNanos(Math.min((long) gap, PARK_NANOS));
            }
        }
    }

    private void runTimers() {
        double now = now();
        for (Timer next = timers.peek(); next != null && next.at() <= now; next = timers.peek()) {
            timers.poll();
            next.action().run();
        }
    }

    private void dispatch(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        try {
            ((Handler) key.attachment()).ready(key);
        } catch (IOException e) {
            LOG.warn("The portable lab lost a listening socket.", e);
            key.cancel();
        }
    }

    /** Stops the loop, runs its last task and waits for the thread. */
    @Override
    public void close() {
        running = false;
        selector.wakeup();
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.error("The portable lab's thread {} did not end within {} s.", thread.getName(), CLOSE_SECONDS);
        }
    }
}
