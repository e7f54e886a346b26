package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Turns a request on a network into optimisation problems. Immutable. */
final class OverlaySetup {
    /** Ranges of time relatively narrower than this count as one time. */
    private static final double SAME_TIME = 1e-7;

    /** What a unit of t weighs beside a cost near 1, so that of equally dear plans the faster one wins. */
    private static final double TIE = 5e-8;

    final FlowNetwork network;
    final TransferRequest request;
    final int source;
    final int[] sinks;
    final boolean[] mayRelay;
    final int[] maxVms;
    final int[] siteMost;
    /** Gbit on the wire. */
    final double volume;

    final double bootSeconds;
    final double minimumSeconds;
    /** Tiered links by their first arc. */
    final Map<Integer, TierShape> shapes;

    private final LinkPrices prices;

    OverlaySetup(FlowNetwork network, TransferRequest request) {
        this.network = network;
        this.request = request;
        source = network.index(request.from());
        sinks = request.to().stream().mapToInt(network::index).toArray();
        Limits limits = request.limits();
        mayRelay = new boolean[network.nodes];
        maxVms = new int[network.nodes];
        for (int v = 0; v < network.nodes; v++) {
            boolean store = network.sites.store[v];
            mayRelay[v] = !store && limits.mayRelay(network.site(v));
            maxVms[v] = store ? 1 : Math.min(network.sites.vm[v].quota(), limits.maxVms(network.site(v)));
        }
        siteMost = new int[network.sites.choices.length];
        Arrays.setAll(siteMost, g -> limits.maxVms(network.site(network.sites.choices[g][0])));
        volume = request.wireSize().bytes() * 8 / 1e9;
        bootSeconds = Durations.seconds(request.billing().vmBoot());
        minimumSeconds = Durations.seconds(request.billing().minimumBilling());
        shapes = shapes();
        prices = prices();
    }

    /** Every tiered link at the greatest convex cost that is nowhere above its own. */
    private LinkPrices prices() {
        Map<Integer, PriceCurve> curves = new TreeMap<>();
        shapes.forEach((arc, shape) -> curves.put(arc, shape.below()));
        return LinkPrices.of(network, network.flatPrice, curves);
    }

    private Map<Integer, TierShape> shapes() {
        Map<Integer, TierShape> tiered = new TreeMap<>();
        for (int arc = 0; network.tiered && arc < network.arcs; arc++) {
            EgressPrice price = network.link[arc].price();
            if (!network.local[arc] && price.tiers().size() > 1 && network.firstArcOfLink[arc] == arc) {
                tiered.put(arc, new TierShape(price, request.billing().alreadySent(), request.wireSize()));
            }
        }
        return tiered;
    }

    /** The most the VMs of every end can do, Gbit/s; the source sends at least one copy. */
    double endCaps() {
        double least = most(source, network.egress);
        for (int sink : sinks) {
            least = Math.min(least, most(sink, network.ingress));
        }
        return least;
    }

    private double most(int node, double[] perVm) {
        double sum = 0;
        for (int v : network.sites.vmsOf(network.site(node))) {
            sum += maxVms[v] * perVm[v];
        }
        return sum;
    }

    /** A rate below that of every plan that does not dawdle: the slowest arc or cap with one VM. */
    private double slowestRate() {
        double slowest = endCaps();
        for (int arc = 0; arc < network.arcs; arc++) {
            double most = network.local[arc] ? slowest : Math.min(1 / network.share[arc], network.pieceCap[arc]);
            slowest = Math.min(slowest, most);
        }
        for (double cap : network.totalCap) {
            slowest = Math.min(slowest, cap);
        }
        for (int v = 0; v < network.nodes; v++) {
            boolean inUse = !network.sites.store[v] && network.firstOut[v] < network.firstOut[v + 1];
            double sustained = network.bucket[v].present() ? network.bucket[v].low() : network.egress[v];
            slowest = inUse && sustained > 0 ? Math.min(slowest, sustained) : slowest;
        }
        return slowest / 2;
    }

    /**
     * The problem of the cheapest plan.
     *
     * @param leastRate Gbit/s; zero for any rate
     * @param exactly whether the plan must run at exactly that rate
     */
    OverlayProblem cheapest(double leastRate, boolean exactly) {
        double rate = leastRate > 0 ? leastRate : slowestRate();
        double timeLow = Math.min(1, rate / Math.max(rate, endCaps()));
        if (exactly || timeLow > 1 - SAME_TIME) {
            timeLow = 1;
        }
        double scale = 1 / scaleDollars(rate);
        return new OverlayProblem(
                network,
                prices,
                source,
                sinks,
                mayRelay,
                maxVms,
                siteMost,
                volume,
                rate,
                timeLow,
                1,
                1,
                bootSeconds,
                scale,
                TIE,
                Double.POSITIVE_INFINITY);
    }

    /** The problem of the fastest plan within a budget, at a rate of at least so much. */
    OverlayProblem fastest(double leastRate, double budgetDollars) {
        return cheapest(leastRate, false).withObjective(0, 1, budgetDollars);
    }

    /** A problem split where the minimum billing stops to bind; a single one without minimum billing. */
    List<OverlayProblem> byBilling(OverlayProblem problem) {
        double border = (minimumSeconds - bootSeconds) / problem.secondsPerTime();
        if (border <= problem.timeLow()) {
            return List.of(problem);
        }
        OverlayProblem minimum = problem.withBilling(0, minimumSeconds)
                .withTime(problem.timeLow(), Math.min(border, problem.timeHigh()));
        if (border >= problem.timeHigh()) {
            return List.of(minimum);
        }
        return List.of(problem.withTime(border, problem.timeHigh()), minimum);
    }

    /** Dollars of the order of a plan's cost, so that objectives sit near 1. */
    private double scaleDollars(double rate) {
        double cheapestArc = Double.POSITIVE_INFINITY;
        double vmPrice = Double.POSITIVE_INFINITY;
        for (int v : network.sites.vmsOf(network.site(source))) {
            vmPrice = Math.min(vmPrice, network.vmPricePerSecond[v]);
            for (int arc = network.firstOut[v]; arc < network.firstOut[v + 1]; arc++) {
                cheapestArc = network.local[arc] ? cheapestArc : Math.min(cheapestArc, averagePrice(arc));
            }
        }
        double vm = vmPrice * (volume / Math.max(rate, 1) + bootSeconds);
        double dollars = (cheapestArc < Double.POSITIVE_INFINITY ? cheapestArc * volume : 0) + vm;
        return dollars > 1e-12 ? dollars : 1;
    }

    /** Dollars per Gbit when everything is sent over an arc. */
    private double averagePrice(int arc) {
        return network.tiered
                ? prices.dollars(new Path[] {new Path(arc)}, new double[] {1}, volume) / volume
                : prices.first[arc];
    }
}
