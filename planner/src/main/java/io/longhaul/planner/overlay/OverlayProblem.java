package io.longhaul.planner.overlay;

/**
 * One optimisation over the paths of a network, per transferred Gbit: phi is the share of the data on a path, t the time
 * in units of {@code secondsPerTime}, N the VMs of a site and H = N t (planner-models 5.7). The objective is
 * {@code costWeight * cost + timeWeight * t}, cost in dollars for the whole transfer. Immutable, but arrays are shared.
 *
 * @param network the network
 * @param prices egress costs, tiers taken into account
 * @param source node
 * @param sinks nodes that each get all of the data; with several, a path is a tree that reaches them all
 * @param mayRelay whether each node may forward
 * @param maxVms most VMs of each node
 * @param siteMost most VMs at each site that has a choice of types, all types together
 * @param volume Gbit on the wire
 * @param referenceRate Gbit/s at t = 1
 * @param timeLow least t, above zero
 * @param timeHigh most t; equal to {@code timeLow} for an exact rate
 * @param billedTransfer 1 when VMs are billed for the time of the transfer, 0 when the minimum billing binds instead
 * @param billedFixed seconds every VM is billed beside that: boot, or the minimum
 * @param costWeight 1 to minimise cost, 0 to minimise time
 * @param timeWeight dollars per t, or 1 when time is minimised
 * @param budget most dollars, fixed costs taken off; infinite without one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, arrays shared on purpose
record OverlayProblem(
        FlowNetwork network,
        LinkPrices prices,
        int source,
        int[] sinks,
        boolean[] mayRelay,
        int[] maxVms,
        int[] siteMost,
        double volume,
        double referenceRate,
        double timeLow,
        double timeHigh,
        double billedTransfer,
        double billedFixed,
        double costWeight,
        double timeWeight,
        double budget) {
    /** Whether a node belongs to the site data start from or to one they end at. */
    boolean isEnd(int node) {
        int home = network.sites.home[node];
        return home == source || isSink(home);
    }

    /** Whether the VMs of a node may send data to another site: where data start from, or what may relay. */
    boolean forwards(int node) {
        return network.sites.home[node] == source || mayRelay[node];
    }

    /** Whether a tree may take an arc: out of the source or a site that may send on, and not back. */
    boolean leads(int arc, NodeBounds bounds) {
        int u = network.from[arc];
        int v = network.to[arc];
        return bounds.high[u] > 0
                && bounds.high[v] > 0
                && (network.local[arc] ? u == source || isSink(v) : forwards(u) && network.sites.home[v] != source);
    }

    /** Whether the VMs of all types at every site are few enough together. */
    boolean sitesHold(int[] vms) {
        for (int g = 0; g < siteMost.length; g++) {
            int sum = 0;
            for (int v : network.sites.choices[g]) {
                sum += vms[v];
            }
            if (sum > siteMost[g]) {
                return false;
            }
        }
        return true;
    }

    /** Whether data end at a node. */
    boolean isSink(int node) {
        for (int sink : sinks) {
            if (sink == node) {
                return true;
            }
        }
        return false;
    }

    boolean exactTime() {
        return timeLow == timeHigh;
    }

    boolean hasBudget() {
        return budget < Double.POSITIVE_INFINITY;
    }

    /** Seconds of transfer at t = 1. */
    double secondsPerTime() {
        return volume / referenceRate;
    }

    /** Dollars for H = 1 at a node. */
    double costPerVmTime(int node) {
        return network.vmPricePerSecond[node] * secondsPerTime() * billedTransfer;
    }

    /** Dollars for each VM, whatever the time. */
    double costPerVm(int node) {
        return network.vmPricePerSecond[node] * billedFixed;
    }

    /** Dollars for sending everything over an arc, before its link's price rises. */
    double arcCost(int arc) {
        return prices.first[arc] * volume;
    }

    /** Share of the data on a link at which a step of its price begins. */
    double stepShare(int step) {
        return prices.stepVolume[step] / volume;
    }

    /** Dollars more for sending everything above a step. */
    double stepCost(int step) {
        return prices.stepRise[step] * volume;
    }

    /** Dollars of egress for shares of the data on some paths. */
    double egressDollars(Path[] paths, double[] shares) {
        return prices.dollars(paths, shares, volume);
    }

    OverlayProblem withObjective(double newCostWeight, double newTimeWeight, double newBudget) {
        return new OverlayProblem(
                network,
                prices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                referenceRate,
                timeLow,
                timeHigh,
                billedTransfer,
                billedFixed,
                newCostWeight,
                newTimeWeight,
                newBudget);
    }

    OverlayProblem withTime(double low, double high) {
        return new OverlayProblem(
                network,
                prices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                referenceRate,
                low,
                high,
                billedTransfer,
                billedFixed,
                costWeight,
                timeWeight,
                budget);
    }

    /** The same with another unit of time, in which all of the old times are so many times less. */
    OverlayProblem inUnit(double unit) {
        return new OverlayProblem(
                network,
                prices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                referenceRate / unit,
                timeLow / unit,
                timeHigh / unit,
                billedTransfer,
                billedFixed,
                costWeight,
                costWeight == 0 ? timeWeight : timeWeight * unit,
                budget);
    }

    OverlayProblem withBilling(double transfer, double fixed) {
        return new OverlayProblem(
                network,
                prices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                referenceRate,
                timeLow,
                timeHigh,
                transfer,
                fixed,
                costWeight,
                timeWeight,
                budget);
    }

    OverlayProblem withPrices(LinkPrices newPrices, double newBudget) {
        return new OverlayProblem(
                network,
                newPrices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                referenceRate,
                timeLow,
                timeHigh,
                billedTransfer,
                billedFixed,
                costWeight,
                timeWeight,
                newBudget);
    }
}
