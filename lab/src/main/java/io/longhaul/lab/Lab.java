package io.longhaul.lab;

import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.List;

/**
 * An emulated WAN, whichever back end carries it: proxies on loopback, kernel TCP between namespaces, or arithmetic in
 * virtual time. What one of them says of a flow, the others say too, as far as each is true (docs/lab.md). Safe for use
 * from any thread.
 */
public interface Lab extends AutoCloseable {
    /** What the lab emulates. */
    LabTopology topology();

    /**
     * Carries flows of TCP streams between sites and says what came of them. A flow without volume ends with its stop or
     * with the horizon; one with a volume that is not done by then is given up.
     *
     * @param horizon when all of it ends
     * @throws io.longhaul.core.error.InvalidInputException when a flow's link is not of the topology
     * @throws LabException when the lab fails
     */
    CarriedFlows carry(List<LabFlow> flows, Duration horizon);

    /** Ends whatever runs in it. */
    @Override
    void close();
}
