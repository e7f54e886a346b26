package io.longhaul.planner.baseline;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The four simple ways of one request. Each is empty when the link, the quota or the request does not allow it.
 * Stateless, safe for any thread.
 */
public final class Baselines {
    /** Relays this close to the fastest are told apart by money. */
    private static final double ABOUT_AS_FAST = 0.9;

    private final PlanningProblem problem;
    private final TransferRequest request;
    private final NetworkModel network;
    private final Optional<LinkModel> link;

    public Baselines(PlanningProblem problem) {
        this.problem = problem;
        request = problem.request();
        network = problem.network();
        link = network.findLink(request.from(), request.destination());
    }

    private List<SiteId> ends() {
        return List.of(request.from(), request.destination());
    }

    private int mostVms(List<SiteId> sites) {
        return sites.stream().mapToInt(this::mostVms).min().orElse(0);
    }

    /** VMs of the usual type at a site. */
    private int mostVms(SiteId site) {
        int quota = network.getSite(site).vmChoices().get(0).quota();
        return Math.min(quota, request.limits().maxVms(site));
    }

    /** The streams that carry the most over a link: the fewest that reach what both VMs allow. */
    public int bestStreams(LinkModel model) {
        int most = mostStreams(model);
        Bandwidth target = SimpleWay.ofOnePair(network, model, most);
        return IntStream.rangeClosed(1, most)
                .filter(streams -> model.rates().rateAt(streams).compareTo(target) >= 0)
                .findFirst()
                .orElse(most);
    }

    private int mostStreams(LinkModel model) {
        return Math.min(request.limits().streamsPerVm(), model.rates().maxStreams());
    }

    /** So many VMs at each end and as many streams as help; empty where the network has no such link. */
    public Optional<SimpleWay> straight(int vms) {
        return link.map(model -> SimpleWay.of(problem, ends(), vms, bestStreams(model)));
    }

    /** One VM at each end and one stream; where no single stream was measured, the streams that were. */
    public Optional<SimpleWay> direct() {
        if (mostVms(ends()) < 1) {
            return Optional.empty();
        }
        return link.map(
                model -> SimpleWay.of(problem, ends(), 1, model.singleFlow().isPresent() ? 1 : bestStreams(model)));
    }

    /** One VM at each end and as many streams as help; empty where {@link #direct} has them already. */
    public Optional<SimpleWay> moreStreams() {
        return link.filter(model -> model.singleFlow().isPresent() && bestStreams(model) > 1 && mostVms(ends()) >= 1)
                .flatMap(model -> straight(1));
    }

    /** The fewest further VMs that meet the request, else all that are allowed. */
    public Optional<SimpleWay> moreVms() {
        int most = mostVms(ends());
        if (link.isEmpty() || most < 2) {
            return Optional.empty();
        }
        int streams = bestStreams(link.get());
        return fewest(ends(), most, streams).or(() -> Optional.of(SimpleWay.of(problem, ends(), most, streams)));
    }

    /** The fewest VMs from two on with which a way meets the request. */
    private Optional<SimpleWay> fewest(List<SiteId> sites, int most, int streams) {
        if (most < 2 || !SimpleWay.of(problem, sites, most, streams).isFastEnough(request)) {
            return Optional.empty();
        }
        int low = 2;
        int high = most;
        while (low < high) {
            int middle = (low + high) / 2;
            if (SimpleWay.of(problem, sites, middle, streams).isFastEnough(request)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return Optional.of(SimpleWay.of(problem, sites, low, streams)).filter(way -> way.meets(request));
    }

    /** The best single relay by the request's objective among those that meet it; else {@link #relayByMoney}. */
    public Optional<SimpleWay> relay() {
        Comparator<SimpleWay> byCost = Comparator.comparing(way -> way.cost().total());
        Comparator<SimpleWay> byTime = Comparator.comparing(SimpleWay::time);
        Comparator<SimpleWay> order =
                request.objective() == Objective.CHEAPEST ? byCost.thenComparing(byTime) : byTime.thenComparing(byCost);
        Optional<SimpleWay> meeting = network.sites().stream()
                .map(SiteModel::id)
                .map(this::over)
                .flatMap(Optional::stream)
                .filter(way -> way.meets(request))
                .min(order.thenComparing(way -> way.sites().get(1)));
        return meeting.or(this::relayByMoney);
    }

    /** The simple ways from each of the sources that meet a request, the best by its objective first. */
    public static List<SimpleWay> thatMeet(PlanningProblem problem) {
        TransferRequest request = problem.request();
        return request.sources().stream()
                .map(source -> new Baselines(problem.with(request.fromOnly(source))))
                .flatMap(Baselines::ways)
                .filter(way -> way.meets(request))
                .sorted(order(request))
                .toList();
    }

    /** The better of two ways by what a request minimises. */
    static Comparator<SimpleWay> order(TransferRequest request) {
        return request.objective() == Objective.CHEAPEST || request.rateExactly()
                ? Comparator.comparing(way -> way.cost().total())
                : Comparator.comparing(SimpleWay::time);
    }

    private Stream<SimpleWay> ways() {
        return Stream.of(direct(), moreStreams(), moreVms(), allVms(), relay()).flatMap(Optional::stream);
    }

    private Optional<SimpleWay> allVms() {
        int most = mostVms(ends());
        return link.filter(any -> most >= 1).map(model -> SimpleWay.of(problem, ends(), most, bestStreams(model)));
    }

    /** The cheapest of the relays within a tenth of the fastest, with one VM at each site. */
    public Optional<SimpleWay> relayByMoney() {
        double enough = ABOUT_AS_FAST * fastestRelay().bitsPerSecond();
        return network.sites().stream()
                .map(SiteModel::id)
                .filter(relay -> enough > 0 && relayRate(relay).bitsPerSecond() >= enough)
                .map(relay -> SimpleWay.of(problem, over(relay, ends()), 1, relayStreams(relay)))
                .min(Comparator.<SimpleWay, Money>comparing(way -> way.cost().total())
                        .thenComparing(SimpleWay::rate, Comparator.reverseOrder())
                        .thenComparing(way -> way.sites().get(1)));
    }

    /** What one VM at each site carries over the fastest relay; zero without any. */
    public Bandwidth fastestRelay() {
        return network.sites().stream()
                .map(site -> relayRate(site.id()))
                .max(Comparator.naturalOrder())
                .orElse(Bandwidth.ZERO);
    }

    /** What one VM at each site carries over a relay, min(rate to it, rate from it); zero where it may not be used. */
    public Bandwidth relayRate(SiteId relay) {
        if (ends().contains(relay) || !request.limits().mayRelay(relay) || mostVms(over(relay, ends())) < 1) {
            return Bandwidth.ZERO;
        }
        return pairRate(network.findLink(request.from(), relay))
                .min(pairRate(network.findLink(relay, request.destination())));
    }

    /** What one VM pair carries straight, within the caps of both; zero where the network has no such link. */
    public Bandwidth straightRate() {
        return pairRate(link);
    }

    private Bandwidth pairRate(Optional<LinkModel> leg) {
        return leg.map(model -> SimpleWay.ofOnePair(network, model, mostStreams(model)))
                .orElse(Bandwidth.ZERO);
    }

    private int relayStreams(SiteId relay) {
        return Math.max(
                bestStreams(network.getLink(new Link(request.from(), relay))),
                bestStreams(network.getLink(new Link(relay, request.destination()))));
    }

    private static List<SiteId> over(SiteId relay, List<SiteId> ends) {
        return List.of(ends.get(0), relay, ends.get(1));
    }

    /** Over one relay, with the fewest VMs that meet the request, else one VM. */
    private Optional<SimpleWay> over(SiteId relay) {
        if (relayRate(relay).isZero()) {
            return Optional.empty();
        }
        List<SiteId> sites = over(relay, ends());
        int streams = relayStreams(relay);
        SimpleWay one = SimpleWay.of(problem, sites, 1, streams);
        if (one.meets(request)) {
            return Optional.of(one);
        }
        return fewest(sites, mostVms(sites), streams).or(() -> Optional.of(one));
    }
}
