package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One simple way to do the transfer, not optimised, to compare the plan with. Immutable.
 *
 * @param kind to one destination the {@link Verdict#id()} of what it changes against the plain direct transfer; to
 *     several {@code star}: every copy straight from the source, or {@code shortest-paths}: each along its cheapest path,
 *     shared where paths meet
 * @param via the relay; empty unless {@code kind} is relay
 * @param links what it goes over
 * @param streams TCP connections of one VM pair, to several destinations of all on the link with most
 * @param vms VMs at each site used, to several destinations at the site with most
 * @param rate rate it reaches
 * @param time boot, slow start and transfer
 * @param cost egress of every leg, VM-hours and fees
 * @param meetsRequest whether it keeps deadline, rate and budget
 * @param why one sentence: what it gives or why it falls short
 */
public record Offer(
        String kind,
        Optional<SiteId> via,
        List<Link> links,
        int streams,
        int vms,
        Bandwidth rate,
        Duration time,
        PlanCost cost,
        boolean meetsRequest,
        String why) {
    public Offer {
        links = List.copyOf(links);
    }

    /** What an offer to one destination changes against the plain direct transfer. */
    public Verdict verdict() {
        return Verdict.ofId(kind);
    }
}
