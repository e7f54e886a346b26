package io.longhaul.planner.overlay;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.units.DataSize;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Volume tiers around a search with convex prices. A tiered cost is the least of several convex curves, see
 * {@link TierShape}, so the exact optimum is the best over the choice of a curve for each link. The first choice for
 * every link is the greatest convex curve below its cost, which is exact where prices only rise and where the whole
 * volume goes over the link; only links on which a plan really pays more are branched on, best bound first. Confined to
 * one search.
 */
final class TierSearch {
    private static final double SAME = 1e-9;
    /** How far, relatively, a budget may be passed; less than what the plan check allows. */
    private static final double SLACK = 3e-7;

    private static final int MOST_PARTS = 2000;

    private final OverlaySetup setup;
    private final FlatSearch search;
    private final Closeness closes;
    private boolean finished = true;
    /** The least of what searches that found nothing leave open. */
    private double leftOpen = Double.POSITIVE_INFINITY;

    private int numbers;

    /** One search at convex prices. */
    interface FlatSearch {
        OverlayAnswer run(OverlayProblem problem);
    }

    /** Whether a bound is near enough to a plan's value. */
    interface Closeness {
        boolean closes(double bound, double value);
    }

    /** Curves chosen by link, and what came of it; {@code bound} in dollars, or in t when time is minimised. */
    private record Part(TreeMap<Integer, PriceCurve> chosen, OverlayAnswer answer, double bound, int number) {}

    TierSearch(OverlaySetup setup, FlatSearch search, Closeness closes) {
        this.setup = setup;
        this.search = search;
        this.closes = closes;
    }

    OverlayAnswer run(OverlayProblem problem) {
        OverlayAnswer first = search.run(problem);
        if (setup.shapes.isEmpty() || first.solution().isEmpty()) {
            return first;
        }
        finished = first.finished();
        boolean minimiseTime = problem.costWeight() == 0;
        var open = new PriorityQueue<>(Comparator.comparingDouble(Part::bound).thenComparingInt(Part::number));
        open.add(new Part(new TreeMap<>(), first, minimiseTime ? first.timeBound() : first.dollarBound(), numbers++));
        Optional<OverlayAnswer> best = Optional.empty();
        double bestValue = Double.POSITIVE_INFINITY;
        double bound = Double.POSITIVE_INFINITY;
        while (!open.isEmpty() && open.peek().bound() < bestValue * (1 - SAME)) {
            Part part = open.poll();
            double dollars = trueDollars(part.answer);
            double value = minimiseTime ? part.answer.solution().orElseThrow().time() : dollars;
            if (value < bestValue && dollars <= problem.budget() * (1 + SLACK)) {
                bestValue = value;
                best = Optional.of(part.answer);
            }
            Optional<Integer> arc = widestGap(part);
            if (arc.isEmpty() || numbers > MOST_PARTS) {
                finished &= arc.isEmpty();
                bound = Math.min(bound, part.bound());
            } else {
                branch(problem, part, arc.get(), open);
            }
        }
        bound = Math.min(
                Math.min(bound, leftOpen),
                open.isEmpty() ? bestValue : open.peek().bound());
        finished |= best.isPresent() && closes.closes(bound, bestValue);
        bound = Math.min(bound, bestValue);
        return new OverlayAnswer(
                best.map(OverlayAnswer::problem).orElse(problem),
                best.flatMap(OverlayAnswer::solution),
                minimiseTime ? Double.NaN : bound,
                minimiseTime ? bound : Double.NaN,
                finished,
                first.parts() + numbers);
    }

    private void branch(OverlayProblem problem, Part part, int arc, PriorityQueue<Part> open) {
        for (PriceCurve curve : shape(arc).choices()) {
            var chosen = new TreeMap<>(part.chosen);
            chosen.put(arc, curve);
            double fees = chosen.values().stream().mapToDouble(PriceCurve::fee).sum();
            Map<Integer, PriceCurve> curves = new TreeMap<>();
            setup.shapes.forEach((link, shape) -> curves.put(link, chosen.getOrDefault(link, shape.below())));
            LinkPrices prices = LinkPrices.of(setup.network, setup.network.flatPrice, curves);
            OverlayAnswer answer = search.run(problem.withPrices(prices, problem.budget() - fees));
            finished &= answer.finished();
            double bound = Double.isNaN(answer.timeBound()) ? answer.dollarBound() + fees : answer.timeBound();
            if (answer.solution().isEmpty()) {
                leftOpen = answer.finished() ? leftOpen : Math.min(leftOpen, Math.max(bound, part.bound()));
            } else {
                open.add(new Part(chosen, answer, Math.max(bound, part.bound()), numbers++));
            }
        }
    }

    private TierShape shape(int arc) {
        return Optional.ofNullable(setup.shapes.get(arc)).orElseThrow();
    }

    /** The used link whose real cost exceeds the cost it was searched with the most. */
    private Optional<Integer> widestGap(Part part) {
        double widest = SAME * Math.max(1, trueDollars(part.answer));
        Optional<Integer> found = Optional.empty();
        for (var entry : volumes(part.answer).entrySet()) {
            int arc = entry.getKey();
            if (setup.shapes.containsKey(arc) && !part.chosen.containsKey(arc)) {
                double gap = real(arc, entry.getValue()) - shape(arc).below().at(entry.getValue());
                if (gap > widest) {
                    widest = gap;
                    found = Optional.of(arc);
                }
            }
        }
        return found;
    }

    /** Gbit on each link in use, under the first arc of the link. */
    private Map<Integer, Double> volumes(OverlayAnswer answer) {
        var volumes = new TreeMap<Integer, Double>();
        OverlaySolution solution = answer.solution().orElseThrow();
        for (int p = 0; p < solution.paths().length; p++) {
            for (int arc : solution.paths()[p].arcs) {
                if (setup.network.local[arc]) {
                    continue;
                }
                volumes.merge(setup.network.firstArcOfLink[arc], solution.shares()[p] * setup.volume, Double::sum);
            }
        }
        return volumes;
    }

    private double real(int arc, double gigabits) {
        EgressPrice schedule = setup.network.link[arc].price();
        DataSize sent = setup.request.billing().alreadySent();
        return schedule.cost(DataSize.ofBytes(Math.round(gigabits * 1e9 / 8)), sent)
                .dollars();
    }

    /** What a solution really costs. */
    double trueDollars(OverlayAnswer answer) {
        OverlaySolution solution = answer.solution().orElseThrow();
        double dollars = solution.dollars() - answer.problem().egressDollars(solution.paths(), solution.shares());
        for (var entry : volumes(answer).entrySet()) {
            dollars += real(entry.getKey(), entry.getValue());
        }
        return dollars;
    }
}
