package io.longhaul.planner.overlay;

/**
 * A plan in arrays: whole VMs, exact time. Immutable by convention.
 *
 * @param paths paths in use
 * @param shares share of the data on each, summing to 1
 * @param vms VMs of each node
 * @param time t
 * @param dollars egress and VM-hours
 * @param objective what the search minimises
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, arrays shared on purpose
record OverlaySolution(Path[] paths, double[] shares, int[] vms, double time, double dollars, double objective) {
    /** The same with the time in another unit, and the objective so many times as much. */
    OverlaySolution inUnit(double unit, double times) {
        return new OverlaySolution(paths, shares, vms, time / unit, dollars, objective * times);
    }

    /** Whether no path comes back to a site by VMs of another type, which no route may. */
    boolean visitsSitesOnce(FlowNetwork network) {
        if (!network.sites.anyChoice()) {
            return true;
        }
        for (Path path : paths) {
            boolean[] visited = new boolean[network.nodes];
            for (int arc : path.arcs) {
                int home = network.sites.home[network.to[arc]];
                if (!network.local[arc] && visited[home]) {
                    return false;
                }
                visited[home] = true;
            }
        }
        return true;
    }
}
