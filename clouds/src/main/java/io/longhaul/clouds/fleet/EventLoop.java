package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls that are made again while they fail passingly, and things to do later: one thread decides, many calls are under way. */
final class EventLoop {
    private record Timer(Instant at, long order, Runnable task) {}

    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Calls calls;
    private final Pace pace;
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparing(Timer::at).thenComparing(Timer::order));
    private long order;

    EventLoop(Calls calls, Pace pace) {
        this.calls = calls;
        this.pace = pace;
    }

    Instant now() {
        return calls.now();
    }

    void after(Duration pause, Runnable task) {
        timers.add(new Timer(now().plus(pause), order++, task));
    }

    /** Makes a call, again and again until it is answered, fails for good, or patience is over. */
    <T> void call(Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed) {
        attempt(call, done, failed, now().plus(pace.patience()), pace.firstPause());
    }

    private <T> void attempt(
            Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed, Instant end, Duration pause) {
        calls.begin(call, done, failure -> {
            if (failure.reason().isPassing() && now().plus(pause).isBefore(end)) {
                Duration longer = pause.multipliedBy(2);
                Duration next = longer.compareTo(pace.longestPause()) < 0 ? longer : pace.longestPause();
                after(pause, () -> attempt(call, done, failed, end, next));
            } else {
                failed.accept(failure);
            }
        });
    }

    /** Goes on until a condition holds; it is looked at after every event. */
    void runUntil(BooleanSupplier over) throws InterruptedException {
        while (!over.getAsBoolean()) {
            Timer next = timers.peek();
            if (next != null && !next.at().isAfter(now())) {
                timers.remove(next);
                next.task().run();
            } else {
                calls.await(next == null ? now().plus(IDLE) : next.at());
            }
        }
    }
}
