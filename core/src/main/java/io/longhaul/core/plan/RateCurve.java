package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rate A(n) of one VM pair with n streams: concave, piecewise linear from (0, 0), flat after its last point.
 * Measured points that lie below the least concave majorant of the others are dropped, since more VMs with mixed numbers
 * of streams reach the majorant. Immutable.
 *
 * @param points streams and rate of each corner, both rising; never empty
 */
public record RateCurve(List<Point> points) {
    /**
     * One corner.
     *
     * @param streams TCP connections of one VM pair
     * @param rate what they carry together
     */
    public record Point(int streams, Bandwidth rate) {}

    public RateCurve {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a rate curve needs at least one point");
        }
        Point previous = new Point(0, Bandwidth.ZERO);
        for (Point point : points) {
            if (point.streams <= previous.streams || point.rate.compareTo(previous.rate) <= 0) {
                throw new IllegalArgumentException("a rate curve must rise: " + points);
            }
            previous = point;
        }
    }

    /** One measured point: linear up to it. */
    public static RateCurve of(int streams, Bandwidth rate) {
        return new RateCurve(List.of(new Point(streams, rate)));
    }

    /** The least concave majorant of measured points; rates of zero are ignored. */
    public static RateCurve of(Map<Integer, Bandwidth> rateByStreams) {
        if (rateByStreams.size() == 1) {
            Map.Entry<Integer, Bandwidth> only =
                    rateByStreams.entrySet().iterator().next();
            if (!only.getValue().isZero()) {
                return of(only.getKey(), only.getValue());
            }
        }
        var corners = new ArrayList<Point>();
        corners.add(new Point(0, Bandwidth.ZERO));
        for (var entry : new TreeMap<>(rateByStreams).entrySet()) {
            Point next = new Point(entry.getKey(), entry.getValue());
            if (next.rate.compareTo(corners.get(corners.size() - 1).rate) <= 0) {
                continue;
            }
            while (corners.size() > 1 && !turnsRight(corners.get(corners.size() - 2), last(corners), next)) {
                corners.remove(corners.size() - 1);
            }
            corners.add(next);
        }
        return new RateCurve(corners.subList(1, corners.size()));
    }

    private static Point last(List<Point> corners) {
        return corners.get(corners.size() - 1);
    }

    private static boolean turnsRight(Point a, Point b, Point c) {
        return slope(a, b) > slope(b, c);
    }

    private static double slope(Point a, Point b) {
        return (double) (b.rate.bitsPerSecond() - a.rate.bitsPerSecond()) / (b.streams - a.streams);
    }

    /** The most one VM pair carries. */
    public Bandwidth maxRate() {
        return last(points).rate;
    }

    /** The fewest streams that carry the most. */
    public int maxStreams() {
        return last(points).streams;
    }

    /** The rate with so many streams, rounded down. */
    public Bandwidth rateAt(int streams) {
        Point previous = new Point(0, Bandwidth.ZERO);
        for (Point point : points) {
            if (streams <= point.streams) {
                double share = (double) (streams - previous.streams) / (point.streams - previous.streams);
                double rise = (double) (point.rate.bitsPerSecond() - previous.rate.bitsPerSecond());
                return Bandwidth.ofBitsPerSecond(previous.rate.bitsPerSecond() + share * rise);
            }
            previous = point;
        }
        return maxRate();
    }

    /**
     * The streams, as a real number, that a rate takes of one VM pair.
     *
     * @param bitsPerSecond at most {@link #maxRate()} up to one part in a million
     */
    public double streamsFor(double bitsPerSecond) {
        Point previous = new Point(0, Bandwidth.ZERO);
        for (Point point : points) {
            if (bitsPerSecond <= point.rate.bitsPerSecond()) {
                double share = (bitsPerSecond - previous.rate.bitsPerSecond())
                        / (point.rate.bitsPerSecond() - previous.rate.bitsPerSecond());
                return previous.streams + share * (point.streams - previous.streams);
            }
            previous = point;
        }
        if (bitsPerSecond > maxRate().bitsPerSecond() * (1 + 1e-6)) {
            throw new IllegalArgumentException(bitsPerSecond + " bit/s is above the most " + maxRate());
        }
        return previous.streams;
    }

    /** This curve, nowhere above a cap. */
    public RateCurve atMost(Bandwidth cap) {
        if (maxRate().compareTo(cap) <= 0 || cap.isZero()) {
            return this;
        }
        var capped = new TreeMap<Integer, Bandwidth>();
        points.forEach(point -> capped.put(point.streams, point.rate.min(cap)));
        return of(capped);
    }

    /** This curve, with every rate multiplied; at least one bit per second remains. */
    public RateCurve times(double factor) {
        var scaled = new TreeMap<Integer, Bandwidth>();
        for (Point point : points) {
            scaled.put(point.streams, point.rate.times(factor).max(Bandwidth.ofBitsPerSecond(1)));
        }
        return of(scaled);
    }
}
