package io.longhaul.planner.overlay;

import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes of a network. A site whose VMs are alike is one node. A site with VM types to choose among is a node for each
 * type, since data that reach a VM leave it again, and a store that stands for the site as source or destination: local
 * arcs join it to the types; it has no VMs. Several sources belong to one store likewise. Immutable.
 */
final class SiteNodes {
    final int count;
    final SiteModel[] site;
    /** The VMs of each node; those of a store are never looked at. */
    final VmChoice[] vm;
    /** The node that stands for each node's site as source or destination; its own index unless there is a choice. */
    final int[] home;
    /** Nodes that have no VMs. */
    final boolean[] store;
    /** The types of each site that has a choice. */
    final int[][] choices;

    /** The store that stands for several sources; -1 where there is one. */
    final int pool;

    private final Map<SiteId, Integer> homeOf = new HashMap<>();

    /**
     * @param pooled sites that hold the data, when they are several: their VMs belong to one store more
     */
    SiteNodes(NetworkModel model, List<SiteId> pooled) {
        List<SiteModel> siteOf = new ArrayList<>(model.sites().size());
        List<VmChoice> vmOf = new ArrayList<>(model.sites().size());
        List<Integer> homes = new ArrayList<>(model.sites().size());
        List<int[]> groups = new ArrayList<>();
        for (SiteModel each : model.sites()) {
            List<VmChoice> vms = each.vmChoices();
            int first = siteOf.size();
            homeOf.put(each.id(), first);
            if (!each.choices().isEmpty()) {
                int[] group = new int[vms.size()];
                Arrays.setAll(group, i -> first + 1 + i);
                groups.add(group);
                siteOf.add(each);
                vmOf.add(vms.get(0));
                homes.add(first);
            }
            for (VmChoice vm : vms) {
                siteOf.add(each);
                vmOf.add(vm);
                homes.add(first);
            }
        }
        pool = pooled.size() > 1 ? siteOf.size() : -1;
        if (pool >= 0) {
            siteOf.add(model.getSite(pooled.get(0)));
            vmOf.add(siteOf.get(pool).vmChoices().get(0));
            homes.add(pool);
            for (int v = 0; v < pool; v++) {
                homes.set(v, pooled.contains(siteOf.get(v).id()) ? pool : homes.get(v));
            }
        }
        count = siteOf.size();
        site = siteOf.toArray(new SiteModel[0]);
        vm = vmOf.toArray(new VmChoice[0]);
        home = homes.stream().mapToInt(Integer::intValue).toArray();
        choices = groups.toArray(new int[0][]);
        store = new boolean[count];
        for (int[] group : choices) {
            store[group[0] - 1] = true;
        }
        if (pool >= 0) {
            store[pool] = true;
        }
    }

    /** The node that stands for a site; -1 for one that is not in the network. */
    int home(SiteId id) {
        return homeOf.getOrDefault(id, -1);
    }

    /** The nodes whose VMs run at a site. */
    int[] vmsOf(SiteId id) {
        int node = home(id);
        if (node < 0 || !store[node]) {
            return new int[] {node};
        }
        for (int[] group : choices) {
            if (group[0] - 1 == node) {
                return group;
            }
        }
        throw new IllegalStateException("a store without types: " + id);
    }

    /** The nodes whose VMs send what starts at a node, or receive what ends there. */
    int[] vmsAt(int node) {
        return store[node]
                ? IntStream.range(0, count)
                        .filter(v -> !store[v] && home[v] == node)
                        .toArray()
                : new int[] {node};
    }

    /** Whether some node is a store. */
    boolean anyStore() {
        return anyChoice() || pool >= 0;
    }

    boolean anyChoice() {
        return choices.length > 0;
    }
}
