package io.longhaul.planner.overlay;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best whole numbers of VMs, and the best time, for given shares of the data on given paths. Every site's least time
 * with k VMs is a closed form, so only those times need be tried. Confined to one search.
 */
final class VmCounts {
    /** How far, relatively, a cap or the budget may be passed: less than what the plan check allows. */
    private static final double SLACK = 3e-7;

    private static final double SAME = 1e-9;
    private static final int MOST_IN_A_ROW = 256;

    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final Path[] paths;
    private final double[] shares;
    private final double[] load;
    private final double[] sent;
    /** The nodes that data pass. */
    private final int[] used;

    private final double egressDollars;
    private double leastTime;
    private double bestObjective = Double.POSITIVE_INFINITY;

    private VmCounts(OverlayProblem problem, Path[] paths, double[] shares) {
        this.problem = problem;
        this.paths = paths;
        this.shares = shares;
        network = problem.network();
        load = new double[network.nodes];
        sent = new double[network.nodes];
        used = Arrays.stream(paths)
                .flatMapToInt(path -> Arrays.stream(path.arcs))
                .filter(arc -> !network.local[arc])
                .flatMap(arc -> IntStream.of(network.from[arc], network.to[arc]))
                .sorted()
                .distinct()
                .toArray();
        leastTime = problem.timeLow();
        egressDollars = problem.egressDollars(paths, shares);
        loads();
    }

    /**
     * The best plan on these paths; empty when the VM limits, the time or the budget do not allow any.
     *
     * @param near a time to try beside those at which a site has just enough VMs
     */
    static Optional<OverlaySolution> best(OverlayProblem problem, Path[] paths, double[] shares, double near) {
        return new VmCounts(problem, paths, shares).best(near);
    }

    private void loads() {
        double rate = problem.referenceRate();
        double[] outShare = new double[network.nodes];
        double[] inShare = new double[network.nodes];
        double[] received = new double[network.nodes];
        double[] onArc = new double[network.pieces ? network.arcs : 0];
        double[] onTotal = new double[network.totalCap.length];
        for (int p = 0; p < paths.length; p++) {
            for (int arc : paths[p].arcs) {
                if (network.local[arc]) {
                    continue;
                }
                int a = network.from[arc];
                int b = network.to[arc];
                outShare[a] += shares[p] * network.share[arc] * rate;
                inShare[b] += shares[p] * network.share[arc] * rate;
                sent[a] += shares[p];
                received[b] += shares[p];
                if (network.pieces) {
                    onArc[arc] += shares[p];
                }
                for (int i : network.totals[arc]) {
                    onTotal[i] += shares[p];
                }
            }
        }
        for (int v : used) {
            double out = sent[v] == 0 ? 0 : sent[v] * rate / network.egress[v];
            double in = received[v] == 0 ? 0 : received[v] * rate / network.ingress[v];
            load[v] = Math.max(Math.max(outShare[v], inShare[v]), Math.max(out, in));
        }
        for (int arc = 0; arc < onArc.length; arc++) {
            if (onArc[arc] > 0 && network.pieceCap[arc] < Double.POSITIVE_INFINITY) {
                double needed = onArc[arc] * rate / network.pieceCap[arc];
                load[network.from[arc]] = Math.max(load[network.from[arc]], needed);
                load[network.to[arc]] = Math.max(load[network.to[arc]], needed);
            }
        }
        for (int i = 0; i < onTotal.length; i++) {
            leastTime = Math.max(leastTime, onTotal[i] * rate / network.totalCap[i]);
        }
    }

    /** The least time in which k VMs at a node do their part; what a bucket holds may be passed by rounding. */
    private double timeWith(int node, int vms) {
        double time = load[node] / vms;
        VmBucket bucket = network.bucket[node];
        if (bucket.present() && sent[node] > 0) {
            double seconds = bucket.secondsFor(sent[node] * problem.volume() / vms * (1 - SLACK));
            time = Math.max(time, seconds / problem.secondsPerTime());
        }
        return time;
    }

    /** The fewest VMs that do a node's part in a time; more than the node has when none do. */
    private int vmsFor(int node, double time) {
        double tolerant = time * (1 + SLACK);
        int low = 1;
        int high = problem.maxVms()[node];
        if (high < 1 || timeWith(node, high) > tolerant) {
            return high + 1;
        }
        while (low < high) {
            int middle = (low + high) / 2;
            if (timeWith(node, middle) <= tolerant) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private Optional<OverlaySolution> best(double near) {
        if (leastTime > problem.timeHigh() * (1 + SLACK)) {
            return Optional.empty();
        }
        if (problem.exactTime()) {
            return at(problem.timeLow());
        }
        Optional<OverlaySolution> best = at(Math.min(leastTime, problem.timeHigh()));
        for (int v : used) {
            int fewest = vmsFor(v, problem.timeHigh());
            for (int k = fewest; k <= problem.maxVms()[v]; k = next(k, fewest)) {
                double time = timeWith(v, k);
                if (time < leastTime) {
                    break;
                }
                if (time <= problem.timeHigh()) {
                    best = better(best, at(time));
                }
            }
        }
        if (near >= leastTime && near <= problem.timeHigh()) {
            best = better(best, at(near));
        }
        return better(best, at(problem.timeHigh()));
    }

    /** Every number up to some hundreds above the fewest, then so many of each power of two. */
    private static int next(int k, int fewest) {
        int step = Math.max(1, Integer.highestOneBit(Math.max(1, (k - fewest) / MOST_IN_A_ROW)));
        return k > Integer.MAX_VALUE - 2 * step ? Integer.MAX_VALUE : k + step;
    }

    private static Optional<OverlaySolution> better(Optional<OverlaySolution> a, Optional<OverlaySolution> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? b : a;
        }
        double margin = SAME * Math.abs(a.get().objective());
        if (Math.abs(a.get().objective() - b.get().objective()) <= margin) {
            return a.get().time() <= b.get().time() ? a : b;
        }
        return a.get().objective() <= b.get().objective() ? a : b;
    }

    private Optional<OverlaySolution> at(double time) {
        int[] counts = new int[used.length];
        double dollars = egressDollars;
        for (int i = 0; i < used.length; i++) {
            counts[i] = vmsFor(used[i], time);
            if (counts[i] > problem.maxVms()[used[i]]) {
                return Optional.empty();
            }
            dollars += counts[i] * (problem.costPerVmTime(used[i]) * time + problem.costPerVm(used[i]));
        }
        double objective = problem.costWeight() * dollars + problem.timeWeight() * time;
        if (objective > bestObjective * (1 + 2 * SAME) + 1e-300) {
            return Optional.empty();
        }
        int[] vms = new int[network.nodes];
        for (int i = 0; i < used.length; i++) {
            vms[used[i]] = counts[i];
        }
        if (dollars > problem.budget() * (1 + SLACK) || !problem.sitesHold(vms)) {
            return Optional.empty();
        }
        for (int v = 0; network.sites.anyStore() && v < vms.length; v++) {
            vms[v] = network.sites.store[v] ? 1 : vms[v];
        }
        bestObjective = Math.min(bestObjective, objective);
        return Optional.of(
                new OverlaySolution(paths, Arrays.copyOf(shares, shares.length), vms, time, dollars, objective));
    }
}
