package io.longhaul.e2e;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import java.time.Duration;
import java.time.Instant;

/** Two agents on loopback that share their threads. */
final class TwoAgents implements AutoCloseable {
    private final EventLoops loops = EventLoops.start(2);
    private final Agent one = agent();
    private final Agent two = agent();

    private Agent agent() {
        return Agent.start(AgentOptions.onLoopback(0), loops);
    }

    /** Host and port of the first. */
    String one() {
        return at(one);
    }

    /** Host and port of the second. */
    String two() {
        return at(two);
    }

    /** Host and port where an agent has been and is no more. */
    String gone() {
        try (Agent brief = agent()) {
            return at(brief);
        }
    }

    private static String at(Agent agent) {
        return "127.0.0.1:" + agent.address().getPort();
    }

    /** Whether no test is left at either, within ten seconds. */
    boolean areLeftAlone() {
        Instant patience = Instant.now().plus(Duration.ofSeconds(10));
        while (one.runningTests() + two.runningTests() > 0 && Instant.now().isBefore(patience)) {
            Thread.onSpinWait();
        }
        return one.runningTests() + two.runningTests() == 0;
    }

    @Override
    public void close() {
        one.close();
        two.close();
        loops.close();
    }
}
