package io.longhaul.planner.joint;

import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.joint.SinglePlans.Single;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The best plans of transfers that all start at once. Transfers meet only where they share: in the quotas of sites, in
 * total caps and in price tiers. So each is planned by itself, which bounds the sum, and where the VMs of a site are too
 * many together the search branches on how many of them one transfer may have; best bound first, exact where no total cap
 * is shared and prices only fall from tier to tier. Confined to one thread.
 */
final class TogetherSearch {
    private static final double SAME = 1e-9;
    /** What the plan check lets a cap be passed by. */
    private static final double TOLERANCE = 1e-6;

    private static final int MOST_PARTS = 20_000;
    private static final int ROUNDS = 4;
    /** How much of a total cap that is shared out stays free for rounding. */
    private static final double SPARE = 1e-7;

    private final JointProblem problem;
    private final SinglePlans singles;
    private final double gap;
    private final BooleanSupplier outOfTime;
    private final Map<List<Integer>, NetworkModel> networks = new HashMap<>();
    private EgressPools pools;
    private Optional<List<TransferPlan>> best = Optional.empty();
    private double bestValue = Double.POSITIVE_INFINITY;
    private double bestTime = Double.POSITIVE_INFINITY;
    private double settled = Double.POSITIVE_INFINITY;
    private boolean complete = true;
    private int numbers;

    /** Most VMs of each transfer at some sites, and the least that the others leave it. */
    private record Part(
            NetworkModel network,
            double dollars,
            List<Map<SiteId, Integer>> most,
            List<Map<SiteId, Integer>> least,
            double bound,
            int number) {}

    /**
     * What was found.
     *
     * @param plans of all transfers in their order; empty when they cannot all start at once, or none were found
     * @param bound no plans that all start at once have a lower value
     * @param alone no plans at all have a lower value
     * @param finished whether the search ended by itself
     */
    record Result(Optional<List<TransferPlan>> plans, double bound, double alone, boolean finished) {}

    TogetherSearch(
            JointProblem problem,
            Function<PlanningProblem, PlanOutcome> planner,
            double gap,
            BooleanSupplier outOfTime) {
        this.problem = problem;
        this.gap = gap;
        this.outOfTime = outOfTime;
        singles = new SinglePlans(problem, planner);
        pools = new EgressPools(problem, Double.POSITIVE_INFINITY);
    }

    Result run() {
        int[] guessed = guess();
        networks.clear();
        pools = new EgressPools(problem, singles.fastest() ? Double.POSITIVE_INFINITY : bestValue);
        double alone = Double.POSITIVE_INFINITY;
        var roots = new ArrayList<Part>();
        for (int[] choice : singles.fastest() ? List.of(guessed) : pools.choices()) {
            Part root = root(choice);
            alone = Math.min(alone, root.dollars + sum(root));
            roots.add(root);
        }
        double step = Math.max(gap, SAME) * alone + Double.MIN_NORMAL;
        // of parts about as promising the newest first: where fewer VMs cost nothing, that leads down to plans that fit
        var open = new PriorityQueue<>(Comparator.<Part>comparingDouble(part -> Math.floor(part.bound / step))
                .thenComparing(Part::number, Comparator.reverseOrder()));
        open.addAll(roots);
        while (!open.isEmpty() && open.peek().bound < cutoff()) {
            if (outOfTime.getAsBoolean() || numbers > MOST_PARTS) {
                complete = false;
                break;
            }
            explore(open.poll(), open);
        }
        double left = open.stream().mapToDouble(Part::bound).min().orElse(Double.POSITIVE_INFINITY);
        double bound = Math.min(Math.max(Math.min(settled, left), alone), bestValue);
        return new Result(best, bound, Math.min(alone, bestValue), complete);
    }

    private double cutoff() {
        return best.isEmpty() ? bestValue : bestValue - Math.max(gap, SAME) * Math.abs(bestValue);
    }

    /** The prices of the last volumes, again and again, give plans whose prices fit their volumes. */
    private int[] guess() {
        int[] choice = pools.choiceFor(Map.of());
        for (int round = 0; round < ROUNDS; round++) {
            Part root = root(choice);
            List<TransferPlan> plans = plans(root);
            if (plans.size() < problem.transfers().size()) {
                break;
            }
            offer(plans);
            share(root, plans);
            int[] next = pools.choiceFor(gigabytes(problem, plans));
            if (Arrays.equals(next, choice)) {
                break;
            }
            choice = next;
        }
        return choice;
    }

    private Part root(int[] choice) {
        NetworkModel network =
                networks.computeIfAbsent(Arrays.stream(choice).boxed().toList(), any -> pools.network(choice));
        List<Map<SiteId, Integer>> none =
                Collections.nCopies(problem.transfers().size(), Map.of());
        double dollars = singles.fastest() ? 0 : pools.dollars(choice);
        return new Part(network, dollars, none, none, Double.NEGATIVE_INFINITY, numbers++);
    }

    /** The bound of each transfer alone, all together. */
    private double sum(Part part) {
        double sum = 0;
        for (int i = 0; i < problem.transfers().size(); i++) {
            sum += singles.of(i, part.network, part.most.get(i)).bound();
        }
        return sum;
    }

    /** The plans of a part, fewer than there are transfers where one has none. */
    private List<TransferPlan> plans(Part part) {
        var plans = new ArrayList<TransferPlan>();
        for (int i = 0; i < problem.transfers().size() && !outOfTime.getAsBoolean(); i++) {
            Single single = singles.of(i, part.network, part.most.get(i));
            single.plan().ifPresent(plans::add);
            if (single.plan().isEmpty()) {
                complete &= single.settled();
                return plans;
            }
        }
        return plans;
    }

    private void explore(Part part, PriorityQueue<Part> open) {
        List<TransferPlan> plans = plans(part);
        if (plans.size() < problem.transfers().size()) {
            if (!complete || outOfTime.getAsBoolean()) {
                complete = false;
                settled = Math.min(settled, part.bound);
            }
            return;
        }
        double bound = Math.max(part.bound, part.dollars + sum(part));
        offer(plans);
        Optional<SiteId> crowded = crowded(plans);
        if (bound >= cutoff() || crowded.isEmpty()) {
            settled = Math.min(settled, bound);
            if (crowded.isEmpty()) {
                sharedOut(part, plans);
            }
            return;
        }
        if (part.number % 8 == 0) {
            share(part, plans);
        }
        branch(part, plans, crowded.get(), bound, open);
    }

    private int least(Part part, int transfer, SiteId site) {
        TransferRequest request = problem.transfers().get(transfer).request();
        boolean end = site.equals(request.from()) || site.equals(request.destination());
        return part.least.get(transfer).getOrDefault(site, end ? leastAtEnd(request, site) : 0);
    }

    /** VMs without which the rate or the deadline cannot be kept, whatever the way. */
    private int leastAtEnd(TransferRequest request, SiteId site) {
        double asked = request.rate().map(rate -> (double) rate.bitsPerSecond()).orElse(0.0);
        if (request.deadline().isPresent()) {
            double seconds = Durations.seconds(
                    request.deadline().get().minus(request.billing().vmBoot()));
            asked = Math.max(asked, request.wireSize().bytes() * 8.0 / seconds);
        }
        VmCaps caps = problem.network().getSite(site).caps();
        Bandwidth perVm = site.equals(request.from()) ? caps.egress() : caps.ingress();
        return (int) Math.max(1, Math.ceil(asked / Math.max(1, perVm.bitsPerSecond()) * (1 - TOLERANCE)));
    }

    /** The transfer with most VMs at a site has fewer, or the others do with what it leaves. */
    private void branch(Part part, List<TransferPlan> plans, SiteId site, double bound, PriorityQueue<Part> open) {
        int widest = -1;
        int most = 0;
        for (int i = 0; i < plans.size(); i++) {
            int range = plans.get(i).vmsAt(site) - least(part, i, site);
            if (range > most) {
                most = range;
                widest = i;
            }
        }
        if (widest < 0) {
            return;
        }
        int vms = plans.get(widest).vmsAt(site);
        int split = (least(part, widest, site) + vms + 1) / 2;
        var more = new ArrayList<>(part.least);
        more.set(widest, with(part.least.get(widest), site, split));
        add(open, new Part(part.network, part.dollars, part.most, more, bound, numbers++), site);
        var fewer = new ArrayList<>(part.most);
        fewer.set(widest, with(part.most.get(widest), site, split - 1));
        add(open, new Part(part.network, part.dollars, fewer, part.least, bound, numbers++), site);
    }

    /** Keeps a part unless a transfer has fewer VMs left at a site than it needs; others get what the least leave. */
    private void add(PriorityQueue<Part> open, Part part, SiteId site) {
        int quota = problem.limits().maxVms(site);
        int taken = 0;
        for (int i = 0; i < problem.transfers().size(); i++) {
            taken += least(part, i, site);
        }
        var most = new ArrayList<Map<SiteId, Integer>>();
        for (int i = 0; i < problem.transfers().size(); i++) {
            int least = least(part, i, site);
            int left = Math.min(quota - (taken - least), part.most.get(i).getOrDefault(site, Integer.MAX_VALUE));
            if (left < least) {
                return;
            }
            most.add(with(part.most.get(i), site, left));
        }
        open.add(new Part(part.network, part.dollars, most, part.least, part.bound, part.number));
    }

    private static Map<SiteId, Integer> with(Map<SiteId, Integer> counts, SiteId site, int count) {
        var copy = new TreeMap<>(counts);
        copy.put(site, count);
        return copy;
    }

    /** The site whose quota is exceeded the most; empty when all are kept. */
    private Optional<SiteId> crowded(List<TransferPlan> plans) {
        var vms = new TreeMap<SiteId, Integer>();
        plans.forEach(plan -> plan.vms().forEach((site, count) -> vms.merge(site, count, Integer::sum)));
        return vms.entrySet().stream()
                .filter(entry -> entry.getValue() > problem.limits().maxVms(entry.getKey()))
                .max(Comparator.comparingInt(
                        entry -> entry.getValue() - problem.limits().maxVms(entry.getKey())))
                .map(Map.Entry::getKey);
    }

    /** Gives every transfer a share of the VMs of crowded sites, as it asked for, until they fit. */
    private void share(Part part, List<TransferPlan> wanted) {
        List<TransferPlan> plans = wanted;
        List<Map<SiteId, Integer>> most = part.most;
        for (int round = 0; round < ROUNDS; round++) {
            var demand = new TreeMap<SiteId, Integer>();
            plans.forEach(plan -> plan.vms().forEach((site, count) -> demand.merge(site, count, Integer::sum)));
            demand.entrySet()
                    .removeIf(entry -> entry.getValue() <= problem.limits().maxVms(entry.getKey()));
            if (demand.isEmpty()) {
                break;
            }
            for (Map.Entry<SiteId, Integer> site : demand.entrySet()) {
                most = shared(part, most, plans, site.getKey(), site.getValue());
            }
            plans = plans(new Part(part.network, part.dollars, most, part.least, part.bound, part.number));
            if (plans.size() < problem.transfers().size()) {
                return;
            }
            offer(plans);
        }
        if (crowded(plans).isEmpty()) {
            sharedOut(part, plans);
        }
    }

    private List<Map<SiteId, Integer>> shared(
            Part part, List<Map<SiteId, Integer>> most, List<TransferPlan> plans, SiteId site, int demand) {
        int quota = problem.limits().maxVms(site);
        int kept = 0;
        for (int i = 0; i < plans.size(); i++) {
            kept += least(part, i, site);
        }
        double spare = Math.max(0, quota - kept);
        double asked = Math.max(1, demand - kept);
        var caps = new ArrayList<Map<SiteId, Integer>>();
        double owed = 0;
        for (int i = 0; i < plans.size(); i++) {
            int least = least(part, i, site);
            owed += Math.max(0, plans.get(i).vmsAt(site) - least) * spare / asked;
            int extra = (int) (owed + SAME);
            owed -= extra;
            caps.add(with(most.get(i), site, Math.min(least + extra, most.get(i).getOrDefault(site, quota))));
        }
        return caps;
    }

    /** Where total caps are exceeded together, plans each within a share of them; the bound stays that without. */
    private void sharedOut(Part part, List<TransferPlan> plans) {
        Map<Link, Double> rates = rates(plans);
        Map<SiteId, Double> sent = bySite(rates, Link::from);
        Map<SiteId, Double> received = bySite(rates, Link::to);
        rates.keySet().removeIf(link -> !isOver(link, rates));
        sent.entrySet().removeIf(site -> !isOver(uplink(site.getKey()).out(), site.getValue()));
        received.entrySet().removeIf(site -> !isOver(uplink(site.getKey()).in(), site.getValue()));
        if (rates.isEmpty() && sent.isEmpty() && received.isEmpty()) {
            return;
        }
        var shares = new ArrayList<TransferPlan>();
        for (int i = 0; i < plans.size(); i++) {
            NetworkModel network = part.network;
            Map<Link, Double> own = rates(List.of(plans.get(i)));
            for (Map.Entry<Link, Double> link : rates.entrySet()) {
                LinkModel model = network.getLink(link.getKey());
                double share = own.getOrDefault(link.getKey(), 0.0) / link.getValue();
                Bandwidth cap = model.totalCap().orElseThrow().times(share * (1 - SPARE));
                network = cap.isZero() ? network.without(Set.of(link.getKey())) : network.with(model.withTotalCap(cap));
            }
            Map<SiteId, Double> ownSent = bySite(own, Link::from);
            Map<SiteId, Double> ownReceived = bySite(own, Link::to);
            for (SiteModel site : problem.network().sites()) {
                SiteId id = site.id();
                Uplink narrower = new Uplink(
                        share(site.uplink().out(), ownSent.get(id), sent.get(id)),
                        share(site.uplink().in(), ownReceived.get(id), received.get(id)));
                network = narrower.equals(site.uplink())
                        ? network
                        : network.with(network.getSite(id).withUplink(narrower));
            }
            Optional<TransferPlan> plan =
                    singles.of(i, network, part.most.get(i)).plan();
            if (plan.isEmpty()) {
                return;
            }
            shares.add(plan.get());
        }
        offer(shares);
    }

    private static Map<Link, Double> rates(List<TransferPlan> plans) {
        var rates = new TreeMap<Link, Double>();
        for (TransferPlan plan : plans) {
            plan.rates().forEach((link, rate) -> rates.merge(link, rate, Double::sum));
        }
        return rates;
    }

    private Uplink uplink(SiteId site) {
        return problem.network().getSite(site).uplink();
    }

    /** The part of a line that is one transfer's; the whole where all have room. */
    private static Optional<Bandwidth> share(Optional<Bandwidth> line, @Nullable Double own, @Nullable Double all) {
        double part = all == null ? 1 : (own == null ? 0 : own) / all * (1 - SPARE);
        return line.map(cap -> Bandwidth.ofBitsPerSecond(Math.max(1, cap.bitsPerSecond() * part)));
    }

    private static Map<SiteId, Double> bySite(Map<Link, Double> rates, Function<Link, SiteId> end) {
        var sums = new TreeMap<SiteId, Double>();
        rates.forEach((link, rate) -> sums.merge(end.apply(link), rate, Double::sum));
        return sums;
    }

    private boolean isOver(Link link, Map<Link, Double> rates) {
        return isOver(problem.network().getLink(link).totalCap(), rates.getOrDefault(link, 0.0));
    }

    private static boolean isOver(Optional<Bandwidth> total, double rate) {
        return total.stream().anyMatch(cap -> rate > cap.bitsPerSecond() * (1 + SAME));
    }

    /** Whether a total cap or an uplink is exceeded by all together. */
    private boolean isAnyOver(Map<Link, Double> rates) {
        return rates.keySet().stream().anyMatch(link -> isOver(link, rates))
                || bySite(rates, Link::from).entrySet().stream()
                        .anyMatch(site -> isOver(uplink(site.getKey()).out(), site.getValue()))
                || bySite(rates, Link::to).entrySet().stream()
                        .anyMatch(site -> isOver(uplink(site.getKey()).in(), site.getValue()));
    }

    /** Keeps plans that fit together and are the best so far; of equally good ones those that end sooner. */
    private void offer(List<TransferPlan> plans) {
        Map<Link, Double> rates = rates(plans);
        if (crowded(plans).isPresent() || isAnyOver(rates)) {
            return;
        }
        double time = 0;
        for (int i = 0; i < plans.size(); i++) {
            Item item = problem.transfers().get(i);
            time += item.weight() * Durations.seconds(plans.get(i).time().expected());
        }
        double value = singles.fastest() ? time : dollars(plans);
        double same = SAME * Math.abs(bestValue);
        boolean better = best.isEmpty() || value < bestValue - same || (value <= bestValue + same && time < bestTime);
        if (better) {
            best = Optional.of(List.copyOf(plans));
            bestValue = Math.min(value, bestValue);
            bestTime = time;
        }
    }

    /** What plans cost together. */
    private double dollars(List<TransferPlan> plans) {
        Map<Link, Double> gigabytes = gigabytes(problem, plans);
        NetworkModel averaged = pools.averaged(gigabytes);
        double dollars = 0;
        for (TransferPlan plan : plans) {
            dollars += plan.cost().vm().plus(plan.cost().requests()).dollars();
        }
        for (Map.Entry<Link, Double> link : gigabytes.entrySet()) {
            dollars += link.getValue()
                    * averaged.getLink(link.getKey()).price().firstTier().dollars();
        }
        return dollars;
    }

    /** GB on each link, over all plans. */
    static Map<Link, Double> gigabytes(JointProblem problem, List<TransferPlan> plans) {
        var gigabytes = new TreeMap<Link, Double>();
        double ratio = problem.transfers().get(0).request().wireRatio();
        for (TransferPlan plan : plans) {
            double all = plan.size().bytes() * ratio / 1e9;
            plan.shares().forEach((link, share) -> gigabytes.merge(link, share * all, Double::sum));
        }
        return gigabytes;
    }

    /** The prices at the volumes of some plans. */
    NetworkModel averaged(List<TransferPlan> plans) {
        return pools.averaged(gigabytes(problem, plans));
    }
}
