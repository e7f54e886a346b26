package io.longhaul.core.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What several links of one VM carry alone and together. Immutable.
 *
 * @param reverse whether the others sent to this VM
 * @param peers each other end
 * @param sumTogether of all links at the same time; empty when they did not run so
 * @param limit the VM's egress cap or ingress cap when the links share one, the path when they do not
 * @param why the evidence, one sentence
 * @param phases from change to change, while the links were started and stopped in turn
 * @param measurements every run, also the failed ones
 */
public record ContentionResult(
        boolean reverse,
        List<Peer> peers,
        Optional<Bandwidth> sumTogether,
        BindingLimit limit,
        String why,
        List<Phase> phases,
        List<Measurement> measurements) {
    public ContentionResult {
        peers = List.copyOf(peers);
        phases = List.copyOf(phases);
        measurements = List.copyOf(measurements);
    }

    /**
     * One other end. Immutable.
     *
     * @param site of the other end
     * @param alone rate with nothing beside it; empty when it was not measured
     * @param together rate beside all the others; empty when they did not run so
     */
    public record Peer(SiteId site, Optional<Bandwidth> alone, Optional<Bandwidth> together) {}

    /**
     * A time in which the same links ran. Immutable.
     *
     * @param start from the start of the first link
     * @param end likewise
     * @param running places in the list of peers, from 0
     * @param sum of their rates, in the later part of the phase
     */
    public record Phase(Duration start, Duration end, List<Integer> running, Bandwidth sum) {
        public Phase {
            running = List.copyOf(running);
        }
    }
}
