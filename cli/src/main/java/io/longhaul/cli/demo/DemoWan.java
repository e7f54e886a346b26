package io.longhaul.cli.demo;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.portable.PortableLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The lab with an agent at every site, on loopback. Closing ends all of it. Confined to one thread. */
final class DemoWan implements AutoCloseable {
    private final Map<SiteId, Agent> agents = new HashMap<>();
    private final PortableLab lab;

    private DemoWan(LabTopology topology, EventLoops loops) {
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

    PortableLab lab() {
        return lab;
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
