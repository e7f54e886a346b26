package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Turns a request on a network into optimisation problems. Immutable. */
final class OverlaySetup {
    /** Ranges of time relatively narrower than this count as one time. */
    private static final double SAME_TIME = 1e-7;

    /** What a unit of t weighs beside a cost near 1, so that of equally dear plans the faster one wins. */
    private static final double TIE = 5e-8;

    /** Where some links are free, a plan costs at least about this part of the dearest. */
    private static final double FREE = 0.01;

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

    /** What slow start adds. */
    final StartTimes starts;

    private final LinkPrices prices;

    OverlaySetup(FlowNetwork network, TransferRequest request) {
        this.network = network;
        this.request = request;
        source = network.source(request.sources());
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
        volume = request.wireSize().bytes() * 8.0 / 1e9;
        bootSeconds = Durations.seconds(request.billing().vmBoot());
        minimumSeconds = Durations.seconds(request.billing().minimumBilling());
        shapes = shapes();
        prices = prices();
        starts = new StartTimes(this);
    }

    private OverlaySetup(OverlaySetup other, boolean[] relays) {
        network = other.network;
        request = other.request;
        source = other.source;
        sinks = other.sinks;
        mayRelay = relays;
        maxVms = other.maxVms;
        siteMost = other.siteMost;
        volume = other.volume;
        bootSeconds = other.bootSeconds;
        minimumSeconds = other.minimumSeconds;
        shapes = other.shapes;
        prices = other.prices;
        starts = other.starts;
    }

    /** The same request with those of its relays only that fulfil a condition. */
    OverlaySetup withRelays(IntPredicate wanted) {
        boolean[] relays = new boolean[mayRelay.length];
        for (int v = 0; v < relays.length; v++) {
            relays[v] = mayRelay[v] && wanted.test(v);
        }
        return new OverlaySetup(this, relays);
    }

    /** Most VMs of all types at the site of an end. */
    int mostVms(int node) {
        return sites(node).stream().mapToInt(request.limits()::maxVms).sum();
    }

    /** The sites that a node stands for. */
    private List<SiteId> sites(int node) {
        return node == network.sites.pool ? request.sources() : List.of(network.site(node));
    }

    /** Dollars of object-store requests, at every destination. */
    double requestFees() {
        return request.billing().requestFees(request.size()).dollars() * sinks.length;
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
            if (!network.local[arc] && FlowNetwork.isTiered(price) && network.firstArcOfLink[arc] == arc) {
                int copies = copies(network.to[arc]);
                DataSize most = DataSize.ofBytes(
                        Math.min(Long.MAX_VALUE / copies, request.wireSize().bytes()) * copies);
                tiered.put(arc, new TierShape(price, request.billing().alreadySent(), most));
            }
        }
        return tiered;
    }

    /** How often all data may enter a site: in a tree, once for each type of VMs there. */
    private int copies(int node) {
        return sinks.length == 1 ? 1 : network.sites.vmsOf(network.site(node)).length;
    }

    /** The most the VMs of every end can do, Gbit/s; the source sends at least one copy. */
    double endCaps() {
        double least = most(source, network.egress, Uplink::out);
        for (int sink : sinks) {
            least = Math.min(least, most(sink, network.ingress, Uplink::in));
        }
        return least;
    }

    private double most(int node, double[] perVm, Function<Uplink, Optional<Bandwidth>> side) {
        double sum = 0;
        for (SiteId site : sites(node)) {
            double ofVms = Arrays.stream(network.sites.vmsOf(site))
                    .mapToDouble(v -> maxVms[v] * perVm[v])
                    .sum();
            Optional<Bandwidth> line = side.apply(network.model().getSite(site).uplink());
            sum += line.map(cap -> cap.bitsPerSecond() / 1e9)
                    .map(cap -> Math.min(cap, ofVms))
                    .orElse(ofVms);
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
            boolean reached = !network.sites.store[v] && network.firstIn[v] < network.firstIn[v + 1];
            slowest = reached ? Math.min(slowest, network.ingress[v]) : slowest;
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
        double dearestArc = 0;
        double vmPrice = Double.POSITIVE_INFINITY;
        for (int v : network.sites.vmsAt(source)) {
            vmPrice = Math.min(vmPrice, network.vmPricePerSecond[v]);
            for (int arc = network.firstOut[v]; arc < network.firstOut[v + 1]; arc++) {
                cheapestArc = network.local[arc] ? cheapestArc : Math.min(cheapestArc, averagePrice(arc));
            }
        }
        double vm = vmPrice * (volume / Math.max(rate, 1) + bootSeconds);
        for (double price : network.flatPrice) {
            dearestArc = Math.max(dearestArc, price);
        }
        double arc = Math.max(cheapestArc < Double.POSITIVE_INFINITY ? cheapestArc : 0, FREE * dearestArc);
        double dollars = arc * volume + vm;
        return dollars > 0 ? dollars : 1;
    }

    /** Dollars per Gbit when everything is sent over an arc. */
    private double averagePrice(int arc) {
        return network.tiered
                ? prices.dollars(new Path[] {new Path(arc)}, new double[] {1}, volume) / volume
                : prices.first[arc];
    }
}
