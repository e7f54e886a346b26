package io.longhaul.planner.overlay;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.units.DataSize;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Volume tiers around a search with one price per link. A falling tier price is the least of several straight lines
 * (fee + price per Gbit), so the exact optimum is the best over the choice of a line for each link. The first choice
 * for every link is its average price over the whole volume, which is below all its lines and exact when the whole
 * volume goes there; only links that carry a part of the volume are branched on, best bound first. Confined to one
 * search.
 */
final class TierSearch {
    private static final double SAME = 1e-9;
    private static final int MOST_PARTS = 400;

    private final OverlaySetup setup;
    private final FlatSearch search;
    private int numbers;

    /** One search at fixed prices. */
    interface FlatSearch {
        OverlayAnswer run(OverlayProblem problem);
    }

    /** Lines chosen by link, and what came of it. */
    private record Part(TreeMap<Integer, Integer> lines, OverlayAnswer answer, double fees, int number) {
        double bound() {
            return answer.dollarBound() + fees;
        }
    }

    TierSearch(OverlaySetup setup, FlatSearch search) {
        this.setup = setup;
        this.search = search;
    }

    OverlayAnswer run(OverlayProblem problem) {
        OverlayAnswer first = search.run(problem);
        if (!setup.network.tiered || first.solution().isEmpty() || problem.costWeight() == 0) {
            return first;
        }
        var open = new PriorityQueue<>(Comparator.comparingDouble(Part::bound).thenComparingInt(Part::number));
        open.add(new Part(new TreeMap<>(), first, 0, numbers++));
        Optional<OverlayAnswer> best = Optional.empty();
        double bestDollars = Double.POSITIVE_INFINITY;
        double bound = Double.POSITIVE_INFINITY;
        boolean finished = true;
        while (!open.isEmpty() && open.peek().bound() < bestDollars * (1 - SAME)) {
            Part part = open.poll();
            finished &= part.answer.finished();
            double dollars = trueDollars(part.answer);
            if (dollars < bestDollars) {
                bestDollars = dollars;
                best = Optional.of(part.answer);
            }
            Optional<Integer> arc = numbers > MOST_PARTS ? Optional.empty() : widestGap(part);
            if (arc.isEmpty()) {
                bound = Math.min(bound, part.bound());
            } else {
                branch(problem, part, arc.get(), open);
            }
        }
        bound = Math.min(bound, open.isEmpty() ? bestDollars : open.peek().bound());
        OverlayAnswer found = best.orElseThrow();
        return new OverlayAnswer(
                found.problem(),
                found.solution(),
                Math.min(bound, bestDollars),
                Double.NaN,
                finished,
                first.parts() + numbers);
    }

    private void branch(OverlayProblem problem, Part part, int arc, PriorityQueue<Part> open) {
        List<PriceTier> tiers = setup.network.link[arc].price().tiers();
        for (int line = 0; line < tiers.size(); line++) {
            var lines = new TreeMap<>(part.lines);
            lines.put(arc, line);
            double[] price = problem.price().clone();
            double fees = 0;
            for (var choice : lines.entrySet()) {
                EgressPrice schedule = setup.network.link[choice.getKey()].price();
                double perGigabit =
                        schedule.tiers().get(choice.getValue()).price().dollars() / 8;
                fees += fee(schedule, choice.getValue());
                for (int same = 0; same < setup.network.arcs; same++) {
                    if (setup.network.firstArcOfLink[same] == choice.getKey()) {
                        price[same] = perGigabit;
                    }
                }
            }
            OverlayAnswer answer = search.run(problem.withPrice(price));
            if (answer.solution().isPresent()) {
                open.add(new Part(lines, answer, fees, numbers++));
            }
        }
    }

    /** What the line of a tier costs at volume zero, counted from the volume already sent. */
    private double fee(EgressPrice schedule, int line) {
        DataSize sent = setup.request.billing().alreadySent();
        DataSize start = line == 0
                ? DataSize.ZERO
                : schedule.tiers().get(line - 1).upTo().orElseThrow();
        double perByte = schedule.tiers().get(line).price().dollars() / 1e9;
        if (start.compareTo(sent) <= 0) {
            return 0;
        }
        DataSize before = start.minus(sent);
        return schedule.cost(before, sent).dollars() - perByte * before.bytes();
    }

    /** The used link whose real cost exceeds the cost it was searched with the most. */
    private Optional<Integer> widestGap(Part part) {
        double widest = 1e-9 * Math.max(1, part.bound());
        Integer found = null;
        OverlayProblem problem = part.answer.problem();
        for (var entry : volumes(part.answer).entrySet()) {
            int arc = entry.getKey();
            EgressPrice schedule = setup.network.link[arc].price();
            if (schedule.tiers().size() > 1 && !part.lines.containsKey(arc)) {
                double gap = real(schedule, entry.getValue()) - problem.price()[arc] * entry.getValue();
                if (gap > widest) {
                    widest = gap;
                    found = arc;
                }
            }
        }
        return Optional.ofNullable(found);
    }

    /** Gbit on each link in use, under the first arc of the link. */
    private Map<Integer, Double> volumes(OverlayAnswer answer) {
        var volumes = new TreeMap<Integer, Double>();
        OverlaySolution solution = answer.solution().orElseThrow();
        for (int p = 0; p < solution.paths().length; p++) {
            for (int arc : solution.paths()[p].arcs) {
                volumes.merge(setup.network.firstArcOfLink[arc], solution.shares()[p] * setup.volume, Double::sum);
            }
        }
        return volumes;
    }

    private double real(EgressPrice schedule, double gigabits) {
        return schedule.cost(
                        DataSize.ofBytes(Math.round(gigabits * 1e9 / 8)),
                        setup.request.billing().alreadySent())
                .dollars();
    }

    private double trueDollars(OverlayAnswer answer) {
        double dollars = answer.solution().orElseThrow().dollars();
        for (var entry : volumes(answer).entrySet()) {
            EgressPrice schedule = setup.network.link[entry.getKey()].price();
            dollars += real(schedule, entry.getValue()) - answer.problem().price()[entry.getKey()] * entry.getValue();
        }
        return dollars;
    }
}
