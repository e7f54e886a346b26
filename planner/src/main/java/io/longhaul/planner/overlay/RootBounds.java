package io.longhaul.planner.overlay;

/**
 * Bounds on N that hold for every plan: all data leave the source and reach every sink, whatever the paths, so each needs
 * at least total rate over the best a VM can do. Stateless.
 */
final class RootBounds {
    private static final double SLACK = 1e-7;

    private RootBounds() {}

    static NodeBounds of(OverlayProblem problem) {
        FlowNetwork network = problem.network();
        int[] low = new int[network.nodes];
        int[] high = new int[network.nodes];
        for (int v = 0; v < network.nodes; v++) {
            high[v] = problem.isEnd(v) || problem.mayRelay()[v] ? problem.maxVms()[v] : 0;
        }
        low[problem.source()] =
                network.sites.store[problem.source()] ? 1 : least(problem, bestOut(network, problem.source()));
        for (int sink : problem.sinks()) {
            low[sink] = network.sites.store[sink] ? 1 : least(problem, bestIn(network, sink));
        }
        return new NodeBounds(low, high);
    }

    /** Every VM that is allowed, at every site that may be used; where types can be chosen among, any mix of them. */
    static NodeBounds all(OverlayProblem problem) {
        int[] all = new int[problem.network().nodes];
        for (int v = 0; v < all.length; v++) {
            all[v] = problem.isEnd(v) || problem.mayRelay()[v] ? problem.maxVms()[v] : 0;
        }
        int[] low = all.clone();
        for (int[] choice : problem.network().sites.choices) {
            for (int v : choice) {
                low[v] = 0;
            }
        }
        return new NodeBounds(low, all);
    }

    private static int least(OverlayProblem problem, double perVm) {
        double rate = problem.referenceRate() / problem.timeHigh();
        return perVm <= 0 ? Integer.MAX_VALUE : Math.max(1, (int) Math.ceil(rate / perVm - SLACK));
    }

    /** Gbit/s one VM can send at most: its egress cap, or all its streams on the steepest piece. */
    private static double bestOut(FlowNetwork network, int node) {
        double leastShare = Double.POSITIVE_INFINITY;
        for (int arc = network.firstOut[node]; arc < network.firstOut[node + 1]; arc++) {
            leastShare = Math.min(leastShare, network.share[arc]);
        }
        return Math.min(network.egress[node], 1 / leastShare);
    }

    private static double bestIn(FlowNetwork network, int node) {
        double leastShare = Double.POSITIVE_INFINITY;
        for (int i = network.firstIn[node]; i < network.firstIn[node + 1]; i++) {
            leastShare = Math.min(leastShare, network.share[network.inArc[i]]);
        }
        return Math.min(network.ingress[node], 1 / leastShare);
    }
}
