package io.longhaul.planner.oracle;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Ten simple ways to bring the same data to several sites, each a tree or ten trees of a tenth of the data, run with the
 * same number of VMs everywhere. Rates and costs are worked out from caps and prices alone. Flat prices, one rate point a
 * link. Confined to one problem.
 */
final class SimpleMulticast {
    private static final int PARTITIONS = 10;

    /**
     * One way.
     *
     * @param bitsPerSecond what every destination receives
     */
    record Way(String name, double bitsPerSecond, double dollars) {}

    private final PlanningProblem problem;
    private final SiteId source;
    private final Set<SiteId> wanted;
    private final Random random;
    private final List<Way> ways = new ArrayList<>();

    private SimpleMulticast(PlanningProblem problem, Random random) {
        this.problem = problem;
        this.random = random;
        source = problem.request().from();
        wanted = new LinkedHashSet<>(problem.request().to());
    }

    /** Every way with one VM and with the most, where its links exist. */
    static List<Way> all(PlanningProblem problem, Random random) {
        var simple = new SimpleMulticast(problem, random);
        ToDoubleFunction<LinkModel> price = link -> link.price().firstTier().dollars();
        ToDoubleFunction<LinkModel> slowness =
                link -> 1e9 / link.rates().maxRate().bitsPerSecond();
        simple.add("star", List.of(simple.star()));
        simple.add("cheapest paths", List.of(simple.paths(price)));
        simple.add("quickest paths", List.of(simple.paths(slowness)));
        simple.add("cheapest next site", List.of(simple.grown(price, false)));
        simple.add("quickest next site", List.of(simple.grown(slowness, false)));
        simple.add("cheapest next, any relay", List.of(simple.grown(price, true)));
        simple.add("cheapest chain", List.of(simple.chain(price)));
        simple.add("quickest chain", List.of(simple.chain(slowness)));
        simple.add("best hub", List.of(simple.hub(price)));
        List<Optional<Set<Link>>> shaken = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            Map<Link, Double> noise = new HashMap<>();
            shaken.add(simple.grown(
                    link -> price.applyAsDouble(link)
                            * noise.computeIfAbsent(link.link(), any -> 1 + simple.random.nextDouble()),
                    true));
        }
        simple.add("ten shaken trees", shaken);
        return simple.ways;
    }

    private void add(String name, List<Optional<Set<Link>>> trees) {
        if (trees.stream().anyMatch(Optional::isEmpty)) {
            return;
        }
        Map<Link, Double> shares = new TreeMap<>();
        trees.forEach(tree -> tree.orElseThrow().forEach(link -> shares.merge(link, 1.0 / trees.size(), Double::sum)));
        ways.add(way(name, shares, 1));
        int most = problem.request().limits().maxVmsPerSite();
        if (most > 1) {
            ways.add(way(name + ", " + most + " VMs", shares, most));
        }
    }

    private Way way(String name, Map<Link, Double> shares, int vms) {
        Map<SiteId, double[]> loads = new LinkedHashMap<>();
        double egress = 0;
        double gigabytes = problem.request().size().bytes() / 1e9;
        for (var entry : shares.entrySet()) {
            LinkModel link = problem.network().getLink(entry.getKey());
            double share = entry.getValue();
            double streams = share / link.rates().maxRate().bitsPerSecond();
            double[] out = loads.computeIfAbsent(link.link().from(), any -> new double[4]);
            double[] in = loads.computeIfAbsent(link.link().to(), any -> new double[4]);
            out[0] += share;
            out[1] += streams;
            in[2] += share;
            in[3] += streams;
            egress += share * gigabytes * link.price().firstTier().dollars();
        }
        double slowest = 0;
        double perHour = 0;
        for (var entry : loads.entrySet()) {
            SiteModel site = problem.network().getSite(entry.getKey());
            double[] load = entry.getValue();
            slowest = Math.max(slowest, load[0] / site.caps().egress().bitsPerSecond());
            slowest = Math.max(slowest, load[2] / site.caps().ingress().bitsPerSecond());
            slowest = Math.max(slowest, Math.max(load[1], load[3]));
            perHour += vms * site.vmPrice().dollars();
        }
        double rate = vms / slowest;
        return new Way(name, rate, egress + perHour * gigabytes * 8e9 / rate / 3600);
    }

    private Optional<LinkModel> link(SiteId from, SiteId to) {
        return problem.network().findLink(from, to);
    }

    private Optional<Set<Link>> star() {
        Set<Link> links = new HashSet<>();
        for (SiteId site : wanted) {
            if (link(source, site).isEmpty()) {
                return Optional.empty();
            }
            links.add(new Link(source, site));
        }
        return Optional.of(links);
    }

    /** Every destination by its shortest path; the paths of one search tree share what they have in common. */
    private Optional<Set<Link>> paths(ToDoubleFunction<LinkModel> weight) {
        Map<SiteId, LinkModel> via = shortest(Set.of(source), weight, true);
        Set<Link> links = new HashSet<>();
        for (SiteId site : wanted) {
            if (!via.containsKey(site)) {
                return Optional.empty();
            }
            links.addAll(wayBack(via, site, Set.of(source)));
        }
        return Optional.of(links);
    }

    /** The tree reaches for whatever destination is nearest to it, over relays or not (Takahashi and Matsuyama). */
    private Optional<Set<Link>> grown(ToDoubleFunction<LinkModel> weight, boolean relays) {
        Set<SiteId> tree = new LinkedHashSet<>(Set.of(source));
        Set<SiteId> left = new LinkedHashSet<>(wanted);
        Set<Link> links = new HashSet<>();
        while (!left.isEmpty()) {
            Map<SiteId, LinkModel> via = shortest(tree, weight, relays);
            Optional<SiteId> next = left.stream()
                    .filter(via::containsKey)
                    .min(Comparator.comparingDouble((SiteId site) -> length(via, site, tree, weight))
                            .thenComparing(site -> site));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            for (Link link : wayBack(via, next.get(), tree)) {
                links.add(link);
                tree.add(link.to());
                left.remove(link.to());
            }
        }
        return Optional.of(links);
    }

    private Optional<Set<Link>> chain(ToDoubleFunction<LinkModel> weight) {
        Set<SiteId> left = new LinkedHashSet<>(wanted);
        Set<Link> links = new HashSet<>();
        SiteId at = source;
        while (!left.isEmpty()) {
            SiteId here = at;
            Optional<LinkModel> next =
                    left.stream().flatMap(site -> link(here, site).stream()).min(Comparator.comparingDouble(weight));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            at = next.get().link().to();
            links.add(next.get().link());
            left.remove(at);
        }
        return Optional.of(links);
    }

    /** One site, a destination or not, gets the data and sends them to all others. */
    private Optional<Set<Link>> hub(ToDoubleFunction<LinkModel> weight) {
        Optional<Set<Link>> best = Optional.empty();
        double least = Double.POSITIVE_INFINITY;
        for (SiteModel hub : problem.network().sites()) {
            Set<Link> links = new HashSet<>();
            double sum = 0;
            Optional<LinkModel> first = link(source, hub.id());
            boolean complete = first.isPresent();
            sum += first.map(weight::applyAsDouble).orElse(0.0);
            first.ifPresent(link -> links.add(link.link()));
            for (SiteId site : wanted) {
                if (!site.equals(hub.id())) {
                    Optional<LinkModel> leg = link(hub.id(), site);
                    complete &= leg.isPresent();
                    sum += leg.map(weight::applyAsDouble).orElse(0.0);
                    leg.ifPresent(link -> links.add(link.link()));
                }
            }
            if (complete && sum < least) {
                least = sum;
                best = Optional.of(links);
            }
        }
        return best;
    }

    /** The last link of the shortest path to every site from the nearest site of a set (Bellman and Ford). */
    private Map<SiteId, LinkModel> shortest(Set<SiteId> from, ToDoubleFunction<LinkModel> weight, boolean relays) {
        Map<SiteId, Double> distance = new HashMap<>();
        Map<SiteId, LinkModel> via = new HashMap<>();
        from.forEach(site -> distance.put(site, 0.0));
        for (boolean changed = true; changed; ) {
            changed = false;
            for (LinkModel link : problem.network().links()) {
                SiteId a = link.link().from();
                SiteId b = link.link().to();
                boolean may = from.contains(a) || relays;
                if (!distance.containsKey(a) || !may || from.contains(b)) {
                    continue;
                }
                double reached = distance.get(a) + weight.applyAsDouble(link);
                if (reached < distance.getOrDefault(b, Double.POSITIVE_INFINITY) - 1e-12) {
                    distance.put(b, reached);
                    via.put(b, link);
                    changed = true;
                }
            }
        }
        return via;
    }

    private static List<Link> wayBack(Map<SiteId, LinkModel> via, SiteId to, Set<SiteId> from) {
        List<Link> links = new ArrayList<>();
        for (SiteId at = to; !from.contains(at); at = via.get(at).link().from()) {
            links.add(via.get(at).link());
        }
        return links;
    }

    private static double length(
            Map<SiteId, LinkModel> via, SiteId to, Set<SiteId> from, ToDoubleFunction<LinkModel> weight) {
        double sum = 0;
        for (SiteId at = to; !from.contains(at); at = via.get(at).link().from()) {
            sum += weight.applyAsDouble(via.get(at));
        }
        return sum;
    }
}
