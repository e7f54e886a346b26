package io.longhaul.e2e.lab;

import io.longhaul.lab.AgentFactory;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetSocketAddress;
import java.util.Optional;

/** An agent at every site of a lab. */
public final class LabAgents implements AgentFactory {
    /** What all of them ask for. */
    static final String TOKEN = "a token for agents in labs";

    @Override
    public AutoCloseable start(SiteContext site) {
        EventLoops loops = EventLoops.start(1, site.threads());
        var address = new InetSocketAddress(site.address(), AgentOptions.DEFAULT_PORT);
        Agent agent = Agent.start(AgentOptions.of(address, Optional.of(AccessToken.of(TOKEN))), loops);
        return () -> {
            agent.close();
            loops.close();
        };
    }
}
