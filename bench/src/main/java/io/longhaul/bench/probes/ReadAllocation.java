package io.longhaul.bench.probes;

import com.sun.management.ThreadMXBean;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much the receiving threads allocate in the steady state of a run, as the JVM counts it for every thread, and where, as
 * Flight Recorder sees it. Argument: streams.
 */
public final class ReadAllocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String RECEIVERS = "receiving";
    private static final long READ = 256 << 10;

    private ReadAllocation() {}

    /** What was seen at one interval's end. */
    private record Mark(long allocated, long octets) {}

    /** Runs it. */
    public static void main(String[] arguments) {
        int streams = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        PrintStream out = System.out;
        try (EventLoops receiving = EventLoops.start(1, new DefaultThreadFactory(RECEIVERS, true));
                EventLoops sending = EventLoops.start(1, new DefaultThreadFactory("sending", true));
                Agent agent = Agent.start(AgentOptions.onLoopback(0), receiving)) {
            var link = new Link(SiteId.parse("bench:a"), SiteId.parse("bench:b"));
            var target = ProbeTarget.of("127.0.0.1", agent.address().getPort(), link);
            ThroughputSpec spec = ThroughputSpec.builder()
                    .streams(streams)
                    .duration(Duration.ofSeconds(10))
                    .build();
            var octets = new AtomicLong();
            Mark[] marks = new Mark[2];
            var recording = new AllocationRecording();
            ProbeRun run = new Prober(sending).throughput(target, spec, sample -> {
                octets.addAndGet(sample.sent().orElseThrow().bytes());
                long second = sample.end().toSeconds();
                if (second == 3 || second == 9) {
                    marks[second == 3 ? 0 : 1] = new Mark(allocated(), octets.get());
                }
            });
            rest(Duration.ofSeconds(4));
            recording.start();
            rest(Duration.ofSeconds(4));
            Map<String, Long> places = recording.stop(RECEIVERS);
            var whole = (ThroughputMeasurement) run.join();
            double moved = marks[1].octets() - marks[0].octets();
            double bytes = marks[1].allocated() - marks[0].allocated();
            out.printf(
                    "%d streams, %.1f Gbit/s: receiving threads allocated %.0f octets in 6 s, for %.1f GB in at least %.0f reads:"
                            + " %.3f octets a read at most%n",
                    streams,
                    whole.received().orElseThrow().rate().bitsPerSecond() / 1e9,
                    bytes,
                    moved / 1e9,
                    moved / READ,
                    bytes / (moved / READ));
            out.printf(
                    "Flight Recorder, 4 s of these: %d allocation events of receiving threads%n",
                    places.values().stream().mapToLong(Long::longValue).sum());
            places.forEach((place, times) -> out.printf("%6d %s%n", times, place));
        }
    }

    private static void rest(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long allocated() {
        long sum = 0;
        for (long id : THREADS.getAllThreadIds()) {
            var info = THREADS.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith(RECEIVERS)) {
                sum += THREADS.getThreadAllocatedBytes(id);
            }
        }
        return sum;
    }
}
