package io.longhaul.lab;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.topology.LabTopology;

/** A faithful lab as a {@link LabTask} sees it, from the inside. Safe for use from any thread. */
public interface LabSites {
    /** What the lab emulates. */
    LabTopology topology();

    /**
     * A site's address and threads.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the topology has no such site
     */
    SiteContext at(SiteId site);

    /** What the lab was told and did until now. */
    LabTruth truth();

    /** Whether the lab kept its promises since {@link #resetHealth}, or since its start. */
    LabHealth health();

    /** Judges lateness from now on only. */
    void resetHealth();
}
