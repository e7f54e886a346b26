package io.longhaul.probes.net;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Processor time between two moments: of the whole process, and of the threads that move data. Confined to one thread.
 */
public final class CpuMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongSupplier nanoClock;
    private final long wallStart;
    private final Optional<Duration> processStart;
    private final List<Mover> movers;

    private CpuMeter(LongSupplier nanoClock, List<Mover> movers) {
        this.nanoClock = nanoClock;
        this.wallStart = nanoClock.getAsLong();
        this.processStart = processTime();
        this.movers = movers;
    }

    /** Starts to measure; the loops are those whose threads move the data. */
    public static CpuMeter start(Collection<EventLoop> loops, LongSupplier nanoClock) {
        var movers = new ArrayList<Mover>();
        for (EventLoop loop : loops) {
            if (loop instanceof SingleThreadEventExecutor executor) {
                movers.add(Mover.of(executor.threadProperties().id()));
            }
        }
        return new CpuMeter(nanoClock, movers);
    }

    /** What has been used so far. */
    public CpuReading read() {
        double wall = Math.max(1, nanoClock.getAsLong() - wallStart);
        double busiest = 0;
        double runnable = 0;
        for (Mover before : movers) {
            Mover now = Mover.of(before.thread);
            busiest = Math.max(busiest, between(before.ran, now.ran) / wall);
            runnable = Math.max(runnable, between(before.runnable, now.runnable) / wall);
        }
        Optional<Duration> process =
                processStart.flatMap(before -> processTime().map(now -> now.minus(before)));
        return new CpuReading(process, busiest, runnable, Duration.ofNanos((long) wall));
    }

    private static Optional<Duration> processTime() {
        return ProcessHandle.current().info().totalCpuDuration();
    }

    private static double between(OptionalLong before, OptionalLong after) {
        return before.isPresent() && after.isPresent() ? after.getAsLong() - before.getAsLong() : 0;
    }

    /** A thread that moves data: nanoseconds it ran, and nanoseconds it ran or waited to. */
    private record Mover(long thread, OptionalLong ran, OptionalLong runnable) {
        static Mover of(long thread) {
            long ran = THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(thread) : -1;
            return new Mover(
                    thread, ran < 0 ? OptionalLong.empty() : OptionalLong.of(ran), RunnableTime.nanosOf(thread));
        }
    }
}
