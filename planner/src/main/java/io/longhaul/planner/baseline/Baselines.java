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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The four simple ways of one request. Each is empty when the link, the quota or the request does not allow it.
 * Stateless, safe for any thread.
 */
public final class Baselines {
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
        return sites.stream()
                .mapToInt(site -> request.limits().maxVms(site))
                .min()
                .orElse(0);
    }

    /** The streams that carry the most over a link: the fewest that reach what both VMs allow. */
    public int bestStreams(LinkModel model) {
        int most = Math.min(request.limits().streamsPerVm(), model.rates().maxStreams());
        Bandwidth target = SimpleWay.ofOnePair(network, model, most);
        return fewestStreams(model, target, most);
    }

    private int fewestStreams(LinkModel model, Bandwidth target, int most) {
        return IntStream.rangeClosed(1, most)
                .filter(streams -> model.rates().rateAt(streams).compareTo(target) >= 0)
                .findFirst()
                .orElse(most);
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
                .map(model -> SimpleWay.of(problem, ends(), 1, bestStreams(model)));
    }

    /** The fewest further VMs that meet the request, else all that are allowed. */
    public Optional<SimpleWay> moreVms() {
        int most = mostVms(ends());
        if (link.isEmpty() || most < 2) {
            return Optional.empty();
        }
        int streams = bestStreams(link.get());
        return IntStream.rangeClosed(2, most)
                .mapToObj(vms -> SimpleWay.of(problem, ends(), vms, streams))
                .filter(way -> way.meets(request))
                .findFirst()
                .or(() -> Optional.of(SimpleWay.of(problem, ends(), most, streams)));
    }

    /** The best single relay by the request's objective among those that meet it; else the fastest. */
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
        return meeting.or(this::fastestRelay);
    }

    private Optional<SimpleWay> fastestRelay() {
        return network.sites().stream()
                .map(SiteModel::id)
                .map(this::over)
                .flatMap(Optional::stream)
                .max(Comparator.comparing(SimpleWay::rate)
                        .thenComparing(way -> way.sites().get(1), Comparator.reverseOrder()));
    }

    /** Over one relay, with the fewest VMs that meet the request, else one VM. */
    private Optional<SimpleWay> over(SiteId relay) {
        if (ends().contains(relay) || !request.limits().mayRelay(relay)) {
            return Optional.empty();
        }
        Optional<LinkModel> first = network.findLink(new Link(request.from(), relay));
        Optional<LinkModel> second = network.findLink(new Link(relay, request.destination()));
        List<SiteId> sites = List.of(request.from(), relay, request.destination());
        int most = mostVms(sites);
        if (first.isEmpty() || second.isEmpty() || most < 1) {
            return Optional.empty();
        }
        int streams = Math.max(bestStreams(first.get()), bestStreams(second.get()));
        SimpleWay one = SimpleWay.of(problem, sites, 1, streams);
        if (one.meets(request)) {
            return Optional.of(one);
        }
        return IntStream.rangeClosed(2, most)
                .mapToObj(vms -> SimpleWay.of(problem, sites, vms, streams))
                .filter(way -> way.meets(request))
                .findFirst()
                .or(() -> Optional.of(one));
    }
}
