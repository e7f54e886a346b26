package io.longhaul.probes.net;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Processor time between two moments: of the whole process, and of the threads that move data. Confined to one thread.
 */
public final class CpuMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongSupplier nanoClock;
    private final long wallStart;
    private final Optional<Duration> processStart;
    private final Map<Long, Long> threadStart;

    private CpuMeter(LongSupplier nanoClock, Map<Long, Long> threadStart) {
        this.nanoClock = nanoClock;
        this.wallStart = nanoClock.getAsLong();
        this.processStart = processTime();
        this.threadStart = threadStart;
    }

    /** Starts to measure; the loops are those whose threads move the data. */
    public static CpuMeter start(Collection<EventLoop> loops, LongSupplier nanoClock) {
        var times = new LinkedHashMap<Long, Long>();
        if (THREADS.isThreadCpuTimeSupported()) {
            for (EventLoop loop : loops) {
                if (loop instanceof SingleThreadEventExecutor executor) {
                    long id = executor.threadProperties().id();
                    times.put(id, THREADS.getThreadCpuTime(id));
                }
            }
        }
        return new CpuMeter(nanoClock, times);
    }

    /** What has been used so far. */
    public CpuReading read() {
        long wall = Math.max(1, nanoClock.getAsLong() - wallStart);
        double busiest = 0;
        for (var entry : threadStart.entrySet()) {
            long used = THREADS.getThreadCpuTime(entry.getKey()) - entry.getValue();
            busiest = Math.max(busiest, (double) used / wall);
        }
        Optional<Duration> process =
                processStart.flatMap(before -> processTime().map(now -> now.minus(before)));
        return new CpuReading(process, busiest, Duration.ofNanos(wall));
    }

    private static Optional<Duration> processTime() {
        return ProcessHandle.current().info().totalCpuDuration();
    }
}
