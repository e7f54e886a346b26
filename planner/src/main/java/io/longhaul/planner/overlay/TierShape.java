package io.longhaul.planner.overlay;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.overlay.PriceCurve.Line;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The tiered price of one link over the volumes a transfer may send there. Prices may rise (a free allowance) and fall
 * (volume discounts) from tier to tier; a fixed fee is paid where the volume is above zero. The cost is the least of a few convex curves, one for each tier: the greatest of
 * the tiers' lines that stay below the cost inside that tier (the min-max form of a piecewise linear function, Tarela
 * and Martinez, Mathematical and Computer Modelling 30, 1999). Immutable.
 */
final class TierShape {
    private static final double SAME = 1e-9;

    private final double limit;
    private final double fee;
    private final List<Double> ends = new ArrayList<>();
    private final List<Double> costs = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    /**
     * @param alreadySent volume billed on the link before
     * @param most the most the transfer sends over the link
     */
    TierShape(EgressPrice schedule, DataSize alreadySent, DataSize most) {
        limit = gigabits(most);
        ends.add(0.0);
        fee = schedule.fee().dollars();
        costs.add(fee);
        double sent = gigabits(alreadySent);
        for (PriceTier tier : schedule.tiers()) {
            double from = ends.get(ends.size() - 1);
            double to = Math.min(limit, tier.upTo().map(TierShape::gigabits).orElse(Double.POSITIVE_INFINITY) - sent);
            if (to > from) {
                double price = tier.price().dollars() / 8;
                double cost = costs.get(costs.size() - 1);
                lines.add(new Line(cost - price * from, price));
                ends.add(to);
                costs.add(cost + price * (to - from));
            }
        }
    }

    private static double gigabits(DataSize size) {
        return size.bytes() * 8.0 / 1e9;
    }

    /** The greatest convex curve nowhere above the cost; equal to it at volume zero and at the most. */
    PriceCurve below() {
        var hull = new ArrayList<Integer>();
        for (int i = 0; i < ends.size(); i++) {
            while (hull.size() > 1 && slope(hull.get(hull.size() - 2), last(hull)) >= slope(last(hull), i)) {
                hull.remove(hull.size() - 1);
            }
            hull.add(i);
        }
        var edges = new ArrayList<Line>();
        for (int i = 1; i < hull.size(); i++) {
            double price = slope(hull.get(i - 1), hull.get(i));
            edges.add(new Line(costs.get(hull.get(i)) - price * ends.get(hull.get(i)), price));
        }
        return PriceCurve.greatestOf(edges, limit);
    }

    private static int last(List<Integer> hull) {
        return hull.get(hull.size() - 1);
    }

    private double slope(int from, int to) {
        return (costs.get(to) - (from == 0 ? 0 : costs.get(from))) / (ends.get(to) - ends.get(from));
    }

    /** Convex curves whose least is the cost. */
    List<PriceCurve> choices() {
        var choices = new LinkedHashSet<PriceCurve>();
        if (fee > 0) {
            choices.add(PriceCurve.CLOSED);
        }
        for (int tier = 0; tier < lines.size(); tier++) {
            var below = new ArrayList<Line>();
            for (Line line : lines) {
                if (belowAt(line, tier) && belowAt(line, tier + 1)) {
                    below.add(line);
                }
            }
            choices.add(PriceCurve.greatestOf(below, limit));
        }
        return List.copyOf(choices);
    }

    private boolean belowAt(Line line, int end) {
        double cost = costs.get(end);
        return line.at(ends.get(end)) <= cost + SAME * Math.max(cost, line.price() * limit);
    }
}
