package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.Optional;

/**
 * One simple way to do the transfer, to compare the plan with. Immutable.
 *
 * @param kind what it changes against the plain direct transfer
 * @param via the relay; empty unless {@code kind} is relay
 * @param streams TCP connections of one VM pair
 * @param vms VMs at each site used
 * @param rate rate it reaches
 * @param time boot, slow start and transfer
 * @param cost egress of every leg, VM-hours and fees
 * @param meetsRequest whether it keeps deadline, rate and budget
 * @param why one sentence: what it gives or why it falls short
 */
public record Offer(
        Verdict kind,
        Optional<SiteId> via,
        int streams,
        int vms,
        Bandwidth rate,
        Duration time,
        PlanCost cost,
        boolean meetsRequest,
        String why) {}
