package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A convex cost of the volume on one link: a fee, a first price, and a rise of the price at each corner. Immutable.
 *
 * @param fee dollars at volume zero
 * @param price dollars per Gbit from the start
 * @param corners where the price rises
 */
record PriceCurve(double fee, double price, List<Corner> corners) {
    private static final double SAME = 1e-12;

    /** Nothing is sent. */
    static final PriceCurve CLOSED = new PriceCurve(0, Double.POSITIVE_INFINITY, List.of());

    /**
     * A rise of the price.
     *
     * @param volume Gbit on the link from which the rise counts
     * @param rise dollars per Gbit more than before
     */
    record Corner(double volume, double rise) {}

    /**
     * A straight line.
     *
     * @param fee dollars at volume zero, may be negative
     * @param price dollars per Gbit
     */
    record Line(double fee, double price) {
        double at(double volume) {
            return fee + price * volume;
        }
    }

    PriceCurve {
        corners = List.copyOf(corners);
    }

    double at(double volume) {
        double dollars = fee + price * volume;
        for (Corner corner : corners) {
            dollars += corner.rise * Math.max(0, volume - corner.volume);
        }
        return dollars;
    }

    /** The greatest of some lines over volumes from zero up to a limit. */
    static PriceCurve greatestOf(List<Line> lines, double limit) {
        var rising = new ArrayList<>(lines);
        rising.sort(Comparator.comparingDouble(Line::price).thenComparing(Line::fee));
        Line now = rising.get(0);
        for (Line line : rising) {
            now = line.fee >= now.fee - SAME * Math.abs(now.fee) ? line : now;
        }
        Line first = now;
        var corners = new ArrayList<Corner>();
        double volume = 0;
        while (volume < limit) {
            Line next = now;
            double nextAt = limit;
            for (Line line : rising) {
                if (line.price > now.price) {
                    double cross = Math.max(volume, (now.fee - line.fee) / (line.price - now.price));
                    if (cross < nextAt || (cross == nextAt && line.price > next.price && nextAt < limit)) {
                        nextAt = cross;
                        next = line;
                    }
                }
            }
            if (nextAt < limit) {
                corners.add(new Corner(nextAt, next.price - now.price));
            }
            now = next;
            volume = nextAt;
        }
        return new PriceCurve(first.fee, first.price, corners);
    }
}
