package io.longhaul.cli.demo;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.portable.PortableLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The portable lab with an agent for every site, all on loopback. Closing ends all of it. Confined to one thread. */
final class DemoWan implements WanUnderTest, AutoCloseable {
    private final Map<SiteId, Agent> agents = new HashMap<>();
    private final PortableLab lab;
    private final Prober prober;

    private DemoWan(LabTopology topology, EventLoops loops) {
        prober = new Prober(loops);
        try {
            for (LabSite site : topology.sites()) {
                agents.put(site.id(), Agent.start(AgentOptions.onLoopback(0), loops));
            }
            lab = PortableLab.start(topology, this::agentAddress);
        } catch (RuntimeException failed) {
            closeAgents();
            throw failed;
        }
    }

    static DemoWan start(LabTopology topology, EventLoops loops) {
        return new DemoWan(topology, loops);
    }

    private InetSocketAddress agentAddress(SiteId site) {
        return Optional.ofNullable(agents.get(site))
                .map(Agent::address)
                .orElseThrow(() -> new IllegalStateException("no agent at " + site));
    }

    @Override
    public LabTopology topology() {
        return lab.topology();
    }

    @Override
    public Prober prober(Link link) {
        return prober;
    }

    @Override
    public InetSocketAddress agent(Link link) {
        return lab.address(link);
    }

    @Override
    public Optional<AccessToken> token() {
        return Optional.empty();
    }

    @Override
    public Measurement view(Measurement measurement) {
        return LabView.of(measurement);
    }

    @Override
    public void beginRun() {
        // the portable lab has no measure of its own punctuality
    }

    @Override
    public List<String> complaints() {
        return List.of();
    }

    @Override
    public void close() {
        lab.close();
        closeAgents();
    }

    private void closeAgents() {
        agents.values().forEach(Agent::close);
    }
}
