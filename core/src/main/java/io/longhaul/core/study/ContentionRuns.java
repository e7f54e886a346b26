package io.longhaul.core.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.SiteId;
import java.util.List;

/**
 * Runs over several links of one VM, not yet judged. Immutable.
 *
 * @param flow who sent
 * @param sites of the other ends
 * @param alone one run a site with nothing beside it, in their order; fewer when the study ended early
 * @param inTurn one run a site, started and stopped in turn; likewise
 */
public record ContentionRuns(Flow flow, List<SiteId> sites, List<Measurement> alone, List<Measurement> inTurn) {
    /** Who sent. */
    public enum Flow {
        /** This VM. */
        OUT,
        /** The others. */
        IN,
        /** Both. */
        BOTH
    }

    public ContentionRuns {
        sites = List.copyOf(sites);
        alone = List.copyOf(alone);
        inTurn = List.copyOf(inTurn);
    }
}
