package io.longhaul.probes;

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
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;

/** An agent and a prober on loopback, each with its own event loops. */
final class Rig implements AutoCloseable {
    static final Link LINK = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));

    final EventLoops agentLoops;
    final EventLoops proberLoops;
    final Agent agent;
    final Prober prober;

    private Rig(AgentOptions options, EventLoops agentLoops, EventLoops proberLoops) {
        this.agentLoops = agentLoops;
        this.proberLoops = proberLoops;
        this.agent = Agent.start(options, agentLoops);
        this.prober = new Prober(proberLoops);
    }

    static Rig open() {
        return open(AgentOptions.onLoopback(0));
    }

    static Rig open(AgentOptions options) {
        return new Rig(options, EventLoops.start(2), EventLoops.start(2));
    }

    static Rig openNio() {
        return new Rig(AgentOptions.onLoopback(0), EventLoops.startNio(2), EventLoops.startNio(2));
    }

    ProbeTarget target() {
        return ProbeTarget.of("127.0.0.1", agent.address().getPort(), LINK);
    }

    /** Short, with short intervals. */
    static ThroughputSpec.Builder brief() {
        return ThroughputSpec.builder().duration(Duration.ofMillis(500)).interval(Duration.ofMillis(100));
    }

    Measurement run(ThroughputSpec spec) {
        return prober.throughput(target(), spec, ProgressListener.NONE).join();
    }

    ThroughputMeasurement measure(ThroughputSpec spec) {
        return measured(run(spec));
    }

    static ThroughputMeasurement measured(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement throughput) {
            return throughput;
        }
        throw new AssertionError("not a result: " + measurement);
    }

    static FailedMeasurement failed(Measurement measurement) {
        if (measurement instanceof FailedMeasurement failure) {
            return failure;
        }
        throw new AssertionError("not a failure: " + measurement);
    }

    @Override
    public void close() {
        agent.close();
        agentLoops.close();
        proberLoops.close();
    }
}
