package io.longhaul.bench.probes;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One end of a paired run, in a process of its own: {@code agent PORT}, or {@code prober PORT}, which reads runs from its
 * input, one a line: streams, direction, congestion control, seconds.
 */
public final class ProbePeer {
    private static final Link LINK = new Link(SiteId.parse("bench:a"), SiteId.parse("bench:b"));

    private ProbePeer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream output = System.out;
        int port = Integer.parseInt(arguments[1]);
        try (EventLoops loops = EventLoops.start()) {
            if (arguments[0].equals("agent")) {
                serve(port, loops, input, output);
            } else {
                probe(port, loops, input, output);
            }
        }
    }

    private static void serve(int port, EventLoops loops, BufferedReader input, PrintStream output) throws IOException {
        try (Agent agent = Agent.start(AgentOptions.onLoopback(port), loops)) {
            output.println(agent.address().getPort());
            while (input.readLine() != null) {
                output.println(agent.runningTests());
            }
        }
    }

    private static void probe(int port, EventLoops loops, BufferedReader input, PrintStream output) throws IOException {
        var prober = new Prober(loops);
        var target = ProbeTarget.of("127.0.0.1", port, LINK);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", -1);
            ThroughputSpec spec = ThroughputSpec.builder()
                    .streams(Integer.parseInt(words[0]))
                    .direction(Direction.valueOf(words[1]))
                    .congestion(words[2])
                    .duration(Duration.ofSeconds(Integer.parseInt(words[3])))
                    .build();
            output.println(answer(
                    prober.throughput(target, spec, ProgressListener.NONE).join()));
        }
    }

    /** Received octets, seconds, and core seconds of the sender and of the receiver. */
    private static String answer(Measurement measurement) {
        if (measurement instanceof FailedMeasurement failure) {
            return "failed " + failure.message();
        }
        var run = (ThroughputMeasurement) measurement;
        double seconds = run.header().duration().toNanos() / 1e9;
        double local = run.cpu().local().orElseThrow().toNanos() / 1e9;
        double remote = run.cpu().remote().orElseThrow().toNanos() / 1e9;
        long octets = run.received().orElseThrow().size().orElseThrow().bytes();
        boolean reverse = run.asked().reverse();
        return octets + " " + seconds + " " + (reverse ? remote : local) + " " + (reverse ? local : remote);
    }
}
