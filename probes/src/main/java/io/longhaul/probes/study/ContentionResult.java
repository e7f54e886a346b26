package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.List;

/**
 * What several links of one VM carry alone and together. Immutable.
 *
 * @param peers each other end
 * @param sumTogether of all links at the same time
 * @param limit the VM's egress cap or ingress cap when the links share one, the path when they do not
 * @param why the evidence, one sentence
 * @param measurements every run, also the failed ones
 */
public record ContentionResult(
        List<Peer> peers, Bandwidth sumTogether, BindingLimit limit, String why, List<Measurement> measurements) {
    public ContentionResult {
        peers = List.copyOf(peers);
        measurements = List.copyOf(measurements);
    }

    /**
     * One other end. Immutable.
     *
     * @param site of the other end
     * @param alone rate with nothing beside it
     * @param together rate beside all the others
     */
    public record Peer(SiteId site, Bandwidth alone, Bandwidth together) {}
}
