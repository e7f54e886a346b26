package io.longhaul.lab;

import io.longhaul.core.topology.SiteId;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * Starts what shall run at every site of a faithful lab. Named by its class, made by its public constructor without
 * parameters, inside the lab's own process.
 */
public interface AgentFactory {
    /**
     * Starts an agent; called on a thread of the site.
     *
     * @return closed when the lab ends
     * @throws Exception when it cannot start; the lab then does not start either
     */
    AutoCloseable start(SiteContext site) throws Exception;

    /**
     * Where an agent runs. Immutable.
     *
     * @param site the site
     * @param address its VM's address, to listen on
     * @param peers addresses of all sites, this one included
     * @param threads makes threads whose sockets are the site's; sockets of other threads reach nothing
     */
    record SiteContext(SiteId site, InetAddress address, Map<SiteId, InetAddress> peers, ThreadFactory threads) {
        public SiteContext {
            peers = Map.copyOf(peers);
        }
    }
}
