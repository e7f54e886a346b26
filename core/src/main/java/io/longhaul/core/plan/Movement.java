package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What goes where, over what, how fast and for how much. Immutable.
 *
 * @param from source
 * @param to destinations, each of which gets a full copy
 * @param size octets of data, before compression
 * @param trees the ways the data take; their shares sum to 1
 * @param vms VMs to run, by site and type, at least 1 each
 * @param rate octets on the wire that each destination receives over transfer time, all trees together
 * @param time how long it takes until the last destination has everything
 * @param cost what it costs
 */
public record Movement(
        SiteId from,
        List<SiteId> to,
        DataSize size,
        List<Tree> trees,
        SortedMap<VmGroup, Integer> vms,
        Bandwidth rate,
        PlanTime time,
        PlanCost cost) {
    public Movement {
        to = List.copyOf(to);
        trees = List.copyOf(trees);
        vms = Collections.unmodifiableSortedMap(new TreeMap<>(vms));
    }

    /** What a request asks for. */
    public static Movement of(
            TransferRequest request,
            List<Tree> trees,
            SortedMap<VmGroup, Integer> vms,
            Bandwidth rate,
            PlanTime time,
            PlanCost cost) {
        return new Movement(request.from(), request.to(), request.size(), trees, vms, rate, time, cost);
    }

    Movement withTime(PlanTime other) {
        return new Movement(from, to, size, trees, vms, rate, other, cost);
    }

    Movement withCost(PlanCost other) {
        return new Movement(from, to, size, trees, vms, rate, time, other);
    }

    Movement withVms(List<Tree> over, SortedMap<VmGroup, Integer> others) {
        return new Movement(from, to, size, over, others, rate, time, cost);
    }
}
