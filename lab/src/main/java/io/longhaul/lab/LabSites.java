package io.longhaul.lab;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.topology.LabTopology;
import java.net.InetSocketAddress;

/**
 * A lab of real sockets as a client at its sites sees it: a {@link LabTask} inside the faithful lab, anything on loopback in
 * the portable one. Safe for use from any thread.
 */
public interface LabSites {
    /** What the lab emulates. */
    LabTopology topology();

    /**
     * A site's address and threads.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the topology has no such site
     */
    SiteContext at(SiteId site);

    /**
     * Where a client at {@code link.from()} connects to reach what listens at {@code link.to()}.
     *
     * @param listener made on a thread of {@code link.to()}
     */
    InetSocketAddress towards(Link link, InetSocketAddress listener);

    /**
     * Whether what kernels say of a connection (round-trip times, retransmits, windows, buffers) is of the emulated path; in
     * the portable lab it is of loopback.
     */
    boolean kernelsSeePath();

    /** What the lab was told and did until now. */
    LabTruth truth();

    /** Whether the lab kept its promises since {@link #resetHealth}, or since its start. */
    LabHealth health();

    /** Judges lateness from now on only. */
    void resetHealth();
}
