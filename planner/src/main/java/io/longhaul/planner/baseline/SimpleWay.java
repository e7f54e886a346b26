package io.longhaul.planner.baseline;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.planner.time.SlowStart;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One path with the same number of VMs at every site and the same number of streams on every leg, worked out by hand:
 * no optimisation, no solver. Immutable.
 *
 * @param sites source, at most one relay, destination
 * @param vms VMs at each site
 * @param streams TCP connections of one VM pair on each leg
 * @param rate rate over the whole transfer
 * @param time boot, slow start and transfer
 * @param cost egress of every leg, VM-hours and fees
 */
public record SimpleWay(List<SiteId> sites, int vms, int streams, Bandwidth rate, Duration time, PlanCost cost) {
    /** Seconds; a way that takes longer, as over a bucket that lets nothing through when it is empty, never ends. */
    private static final double FOREVER = 1e9;

    public SimpleWay {
        sites = List.copyOf(sites);
    }

    /**
     * Works out rate, time and cost.
     *
     * @throws io.longhaul.core.error.InvalidInputException when a leg is not in the network
     */
    public static SimpleWay of(PlanningProblem problem, List<SiteId> sites, int vms, int streams) {
        TransferRequest request = problem.request();
        double wireBits = request.wireSize().bytes() * 8.0;
        double seconds = seconds(problem, sites, vms, streams, wireBits);
        if (request.rateExactly()) {
            seconds = Math.max(seconds, wireBits / request.rate().orElseThrow().bitsPerSecond());
        }
        Bandwidth rate = Bandwidth.ofBitsPerSecond(wireBits / seconds * (1 + 1e-12));
        Duration transfer = Durations.ofSeconds(Math.min(wireBits / rate.bitsPerSecond(), FOREVER));
        Tree path = path(problem, sites, rate, streams * vms);
        Duration time = request.billing()
                .vmBoot()
                .plus(SlowStart.extra(problem.network(), List.of(path), wireBits))
                .plus(transfer);
        return new SimpleWay(sites, vms, streams, rate, time, cost(problem, path, vms, transfer));
    }

    private static Tree path(PlanningProblem problem, List<SiteId> sites, Bandwidth rate, int streams) {
        List<VmGroup> vms = sites.stream()
                .map(site -> problem.network().getSite(site).usualVms())
                .toList();
        return Tree.path(vms, rate, 1, Collections.nCopies(sites.size() - 1, streams));
    }

    /** The legs in order. */
    public List<Link> hops() {
        return IntStream.range(1, sites.size())
                .mapToObj(i -> new Link(sites.get(i - 1), sites.get(i)))
                .toList();
    }

    private static double seconds(PlanningProblem problem, List<SiteId> sites, int vms, int streams, double wireBits) {
        NetworkModel network = problem.network();
        double perVm = Double.POSITIVE_INFINITY;
        double total = Double.POSITIVE_INFINITY;
        double bucketSeconds = 0;
        for (int i = 1; i < sites.size(); i++) {
            LinkModel link = network.getLink(new Link(sites.get(i - 1), sites.get(i)));
            perVm = Math.min(perVm, (double) ofOnePair(network, link, streams).bitsPerSecond());
            total = Math.min(total, bps(link.totalCap()));
            SiteModel from = network.getSite(link.link().from());
            SiteModel to = network.getSite(link.link().to());
            total = Math.min(
                    total, Math.min(bps(from.uplink().out()), bps(to.uplink().in())));
            bucketSeconds = Math.max(bucketSeconds, bucketSeconds(from, wireBits / vms));
        }
        return Math.max(bucketSeconds, wireBits / Math.min(total, perVm * vms));
    }

    private static double bps(Optional<Bandwidth> cap) {
        return cap.map(rate -> (double) rate.bitsPerSecond()).orElse(Double.POSITIVE_INFINITY);
    }

    /** What one VM pair carries over a link with so many streams, within the caps of both VMs. */
    public static Bandwidth ofOnePair(NetworkModel network, LinkModel link, int streams) {
        Bandwidth curve = streams == 1 && link.singleFlow().isPresent()
                ? link.singleFlow().get().min(link.rates().maxRate())
                : link.rates().rateAt(streams);
        return curve.min(network.getSite(link.link().from()).caps().egress())
                .min(network.getSite(link.link().to()).caps().ingress());
    }

    /** Seconds one VM needs to send so many bits through its token bucket; zero without a bucket. */
    private static double bucketSeconds(SiteModel site, double bits) {
        if (site.caps().egressBucket().isEmpty()) {
            return 0;
        }
        TokenBucket bucket = site.caps().egressBucket().get();
        double high = bucket.high().min(site.caps().egress()).bitsPerSecond();
        if (high <= bucket.refill().bitsPerSecond()) {
            return 0;
        }
        double low = Math.min(high, (double) bucket.low().bitsPerSecond());
        double credit = site.remainingCredit().orElse(bucket.budget()).bytes() * 8.0;
        double atHigh = high * credit / (high - bucket.refill().bitsPerSecond());
        return bits <= atHigh ? bits / high : atHigh / high + (bits - atHigh) / low;
    }

    private static PlanCost cost(PlanningProblem problem, Tree path, int vms, Duration transfer) {
        TransferRequest request = problem.request();
        Money egress = Money.ZERO;
        for (Link hop : path.links()) {
            DataSize sent = request.billing().alreadySent();
            egress = egress.plus(problem.network().getLink(hop).price().cost(request.wireSize(), sent));
        }
        Money vm = Money.ZERO;
        Duration billed = request.billing().billed(transfer);
        for (SiteId site : path.sites()) {
            vm = vm.plus(problem.network().getSite(site).vmPrice().times(vms).times(billed));
        }
        return new PlanCost(egress, vm, request.billing().requestFees(request.size()));
    }

    /** Whether all data ever arrive. */
    boolean ends() {
        return !rate.isZero() && Durations.seconds(time) < FOREVER;
    }

    /** Whether deadline, rate and budget are kept. */
    public boolean meets(TransferRequest request) {
        return isFastEnough(request)
                && request.budget().stream().allMatch(limit -> cost.total().compareTo(limit) <= 0);
    }

    /** Whether deadline and rate are kept; more VMs never change that for the worse. */
    boolean isFastEnough(TransferRequest request) {
        return ends()
                && request.rate().stream().allMatch(least -> rate.bitsPerSecond() >= least.bitsPerSecond() * (1 - 1e-9))
                && request.deadline().stream().allMatch(limit -> time.compareTo(limit) <= 0);
    }

    /** This way as a plan. */
    public TransferPlan plan(PlanningProblem problem, Proof proof) {
        TransferRequest request = problem.request();
        Tree path = path(problem, sites, rate, streams * vms);
        var counts = new TreeMap<VmGroup, Integer>();
        path.vms().forEach(group -> counts.put(group, vms));
        Duration transfer = Durations.ofSeconds(request.wireSize().bytes() * 8.0 / rate.bitsPerSecond());
        var planned = new PlanTime(time, Optional.empty(), transfer);
        return new TransferPlan(
                Movement.of(request, List.of(path), counts, rate, planned, cost), verdict(problem), proof);
    }

    private Verdict verdict(PlanningProblem problem) {
        if (sites.size() > 2) {
            return Verdict.RELAY;
        }
        if (vms > 1) {
            return Verdict.MORE_VMS;
        }
        boolean known = problem.network()
                .getLink(new Link(sites.get(0), sites.get(1)))
                .singleFlow()
                .isPresent();
        return known && streams > 1 ? Verdict.MORE_STREAMS : Verdict.DIRECT;
    }
}
