package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A way to bring a full copy of some data to several destinations, with its proof and its reasons. Immutable.
 *
 * @param from source
 * @param to destinations
 * @param size octets of data, before compression
 * @param rate octets on the wire that each destination receives over transfer time, all trees together
 * @param time how long it takes until the last destination has everything
 * @param cost what it costs
 * @param trees the ways the data take; their shares sum to 1
 * @param streams TCP connections on each link over all VM pairs
 * @param vms VMs to run at each site, at least 1 each
 * @param proof bound and gap
 * @param offers the simple trees it was compared with
 * @param explanation why this plan, in short sentences with numbers
 */
public record DistributionPlan(
        SiteId from,
        List<SiteId> to,
        DataSize size,
        Bandwidth rate,
        PlanTime time,
        PlanCost cost,
        List<DistributionTree> trees,
        SortedMap<Link, Integer> streams,
        SortedMap<SiteId, Integer> vms,
        Proof proof,
        List<DistributionOffer> offers,
        List<String> explanation) {
    public DistributionPlan {
        to = List.copyOf(to);
        trees = List.copyOf(trees);
        streams = Collections.unmodifiableSortedMap(new TreeMap<>(streams));
        vms = Collections.unmodifiableSortedMap(new TreeMap<>(vms));
        offers = List.copyOf(offers);
        explanation = List.copyOf(explanation);
    }

    /** Sites that are neither source nor destination. */
    public SortedSet<SiteId> relays() {
        var relays = new TreeSet<>(vms.keySet());
        relays.remove(from);
        relays.removeAll(Set.copyOf(to));
        return Collections.unmodifiableSortedSet(relays);
    }

    /** Relay when data pass through any other site, a destination included; else more VMs, or direct. */
    public Verdict verdict() {
        boolean direct = trees.stream()
                .flatMap(tree -> tree.links().stream())
                .allMatch(link -> link.from().equals(from));
        if (!direct) {
            return Verdict.RELAY;
        }
        return vms.values().stream().anyMatch(count -> count > 1) ? Verdict.MORE_VMS : Verdict.DIRECT;
    }

    public DistributionPlan withExplanation(List<DistributionOffer> compared, List<String> sentences) {
        return new DistributionPlan(from, to, size, rate, time, cost, trees, streams, vms, proof, compared, sentences);
    }
}
