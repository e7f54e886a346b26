package io.longhaul.cli.demo;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.spec.AccessToken;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A lab with agents at its sites, as the demo's measuring sees it, whichever lab it is. */
interface WanUnderTest {
    LabTopology topology();

    /** Probes from the site the link begins at. */
    Prober prober(Link link);

    /** The agent at the site the link ends at. */
    InetSocketAddress agent(Link link);

    /** What its agents ask for. */
    Optional<AccessToken> token();

    /** The measurement without what this lab cannot show. */
    Measurement view(Measurement measurement);

    /** From now on, {@link #complaints} judge what is measured. */
    void beginRun();

    /** Why what was measured since {@link #beginRun} does not count; empty when it does. */
    List<String> complaints();
}
