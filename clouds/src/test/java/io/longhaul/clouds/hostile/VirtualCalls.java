package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.fleet.Calls;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls in virtual time: each reaches its cloud and is answered after a while, and a process can be killed between any two events. */
public final class VirtualCalls implements Calls, InstantSource {
    /** The process is gone. */
    public static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Event(Instant at, long order, Runnable task, boolean inCloud) {}

    private static final Duration ON_THE_WAY = Duration.ofMillis(40);

    private final SplittableRandom random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparing(Event::at).thenComparing(Event::order));
    private Instant now;
    private long order;
    private long untilKill = Long.MAX_VALUE;
    private long happened;
    private Duration service = Duration.ofMillis(200);
    private boolean even;

    public VirtualCalls(Instant start, long seed) {
        this.now = start;
        this.random = new SplittableRandom(seed);
    }

    /** Every call takes exactly so long. */
    public VirtualCalls taking(Duration time) {
        service = time;
        even = true;
        return this;
    }

    /** Kills the process after so many events more. */
    public void killAfter(long more) {
        untilKill = more == Long.MAX_VALUE ? more : happened + more;
    }

    public long happened() {
        return happened;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public Instant now() {
        return now;
    }

    /** Counts an event of the process, as an entry of its journal. */
    public void event() {
        if (++happened >= untilKill) {
            untilKill = Long.MAX_VALUE;
            throw new Killed();
        }
    }

    private long millis(Duration mean) {
        return even ? mean.toMillis() : 1 + random.nextLong(2 * mean.toMillis());
    }

    @Override
    public <T> void begin(Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed) {
        event();
        Instant arrives = now.plusMillis(millis(ON_THE_WAY));
        events.add(new Event(arrives, order++, () -> arrive(call, done, failed), true));
    }

    private <T> void arrive(Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed) {
        @Nullable T answer = null;
        @Nullable CloudException lost = null;
        try {
            answer = call.get();
        } catch (CloudException e) {
            lost = e;
        }
        T got = answer;
        CloudException why = lost;
        Duration wait =
                why != null && why.reason() == CloudException.Reason.UNANSWERED ? Duration.ofSeconds(15) : service;
        events.add(new Event(
                now.plusMillis(millis(wait)),
                order++,
                () -> {
                    if (why != null) {
                        failed.accept(why);
                    } else if (got != null) {
                        done.accept(got);
                    }
                },
                false));
    }

    @Override
    public void await(Instant until) {
        Event next = events.peek();
        if (next == null || next.at().isAfter(until)) {
            now = until.isAfter(now) ? until : now;
            event();
            return;
        }
        events.remove(next);
        now = next.at().isAfter(now) ? next.at() : now;
        if (!next.inCloud()) {
            event();
        }
        next.task().run();
    }

    /** The process is gone: what was on its way arrives, and nobody hears the answers. */
    public void lose() {
        untilKill = Long.MAX_VALUE;
        PriorityQueue<Event> left = new PriorityQueue<>(events);
        events.clear();
        while (!left.isEmpty()) {
            Event next = left.remove();
            if (next.inCloud()) {
                now = next.at().isAfter(now) ? next.at() : now;
                next.task().run();
            }
        }
        events.clear();
    }

    /** Nothing happens until then. */
    public void sleepUntil(Instant then) {
        now = then.isAfter(now) ? then : now;
    }
}
