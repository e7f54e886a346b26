package io.longhaul.cli.lab;

import io.longhaul.lab.AgentFactory;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;

/**
 * An agent at every site of a faithful lab, on port 5201, for probes that know the lab's token and for iperf3 clients. The
 * lab names this class and makes it in its own process.
 */
public final class SiteAgents implements AgentFactory {
    private final Map<String, String> environment;

    /** With the token of this process's environment. */
    public SiteAgents() {
        this(System.getenv());
    }

    SiteAgents(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public AutoCloseable start(SiteContext site) throws UnknownHostException {
        EventLoops loops = EventLoops.start(1, site.threads());
        try {
            // every address of the site, IPv4 and IPv6: nothing outside the lab can reach any of them
            var address = new InetSocketAddress(InetAddress.getByName("::"), AgentOptions.DEFAULT_PORT);
            AgentOptions options = AgentOptions.of(address, AccessToken.ofEnvironment(environment))
                    .withOpenToIperf3(true);
            Agent agent = Agent.start(options, loops);
            return () -> {
                agent.close();
                loops.close();
            };
        } catch (RuntimeException | UnknownHostException failed) {
            loops.close();
            throw failed;
        }
    }
}
