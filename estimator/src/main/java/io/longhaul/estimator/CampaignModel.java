package io.longhaul.estimator;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.stats.Quantiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What the other links of one campaign make one expect of a link: on a logarithmic scale, a level and a slope over the
 * round-trip time for each pair of providers, plus what its sender does towards that provider, plus what its receiver does
 * from that one. Fitted by medians (Tukey, "Exploratory Data Analysis", 1977, median polish), so that failed runs do not
 * bend it; never above what either VM reached elsewhere. Immutable.
 */
final class CampaignModel {
    private static final int ROUNDS = 6;
    private static final int FEWEST_OF_A_DIRECTION = 20;
    private static final int FEWEST_OF_A_SITE = 4;
    private static final int SET_FASTEST_ASIDE = 5;

    private record Direction(String from, String to) {
        static Direction of(Link link) {
            return new Direction(link.from().provider(), link.to().provider());
        }
    }

    private record Out(SiteId site, String to) {}

    private record In(String from, SiteId site) {}

    private record Line(double level, double slope) {
        double at(double logRtt) {
            return level + slope * logRtt;
        }
    }

    /** One run of the campaign. */
    record Point(Link link, double bps, double rttSeconds) {
        double logRate() {
            return Math.log(bps);
        }

        double logRtt() {
            return Math.log(rttSeconds);
        }
    }

    private final Map<Direction, Line> lines = new HashMap<>();
    private final Map<Out, Double> senders = new HashMap<>();
    private final Map<In, Double> receivers = new HashMap<>();
    private final Map<SiteId, Double> mostSent = new HashMap<>();
    private final Map<SiteId, Double> mostReceived = new HashMap<>();

    /** @param points every run, all of the same time where none is known */
    CampaignModel(List<Point> points) {
        Map<Direction, List<Point>> directions = grouped(points, point -> Direction.of(point.link()));
        directions.values().removeIf(members -> members.size() < FEWEST_OF_A_DIRECTION);
        List<Point> usable = directions.values().stream().flatMap(List::stream).toList();
        Map<Out, List<Point>> out = grouped(usable, CampaignModel::out);
        Map<In, List<Point>> in = grouped(usable, CampaignModel::in);
        for (int round = 0; round < ROUNDS; round++) {
            directions.forEach((direction, members) -> lines.put(direction, line(members)));
            effects(out, senders, point -> point.logRate() - base(point) - receiver(point));
            effects(in, receivers, point -> point.logRate() - base(point) - sender(point));
        }
        grouped(points, point -> point.link().from()).forEach((site, all) -> mostSent.put(site, fastest(all)));
        grouped(points, point -> point.link().to()).forEach((site, all) -> mostReceived.put(site, fastest(all)));
    }

    private static <K> Map<K, List<Point>> grouped(List<Point> points, Function<Point, K> key) {
        Map<K, List<Point>> groups = new HashMap<>();
        points.forEach(point ->
                groups.computeIfAbsent(key.apply(point), k -> new ArrayList<>()).add(point));
        return groups;
    }

    private static <K> void effects(Map<K, List<Point>> groups, Map<K, Double> effects, Function<Point, Double> rest) {
        groups.forEach((key, members) -> {
            if (members.size() >= FEWEST_OF_A_SITE) {
                effects.put(key, median(members, rest));
            }
        });
    }

    private static double median(List<Point> points, Function<Point, Double> value) {
        return Quantiles.median(points.stream().mapToDouble(value::apply).toArray());
    }

    /** Slope between the medians of the nearest and the farthest third. */
    private Line line(List<Point> members) {
        Function<Point, Double> rest = point -> point.logRate() - sender(point) - receiver(point);
        List<Point> byRtt = members.stream()
                .sorted(Comparator.comparingDouble(Point::rttSeconds))
                .toList();
        int third = byRtt.size() / 3;
        List<Point> near = byRtt.subList(0, third);
        List<Point> far = byRtt.subList(byRtt.size() - third, byRtt.size());
        double run = median(far, Point::logRtt) - median(near, Point::logRtt);
        double slope = run > 0 ? (median(far, rest) - median(near, rest)) / run : 0;
        return new Line(median(members, point -> rest.apply(point) - slope * point.logRtt()), slope);
    }

    private static double fastest(List<Point> points) {
        double[] sorted = points.stream().mapToDouble(Point::bps).sorted().toArray();
        return sorted[sorted.length - (sorted.length >= SET_FASTEST_ASIDE ? 2 : 1)];
    }

    private static Out out(Point point) {
        return new Out(point.link().from(), point.link().to().provider());
    }

    private static In in(Point point) {
        return new In(point.link().from().provider(), point.link().to());
    }

    private double sender(Point point) {
        return senders.getOrDefault(out(point), 0.0);
    }

    private double receiver(Point point) {
        return receivers.getOrDefault(in(point), 0.0);
    }

    private double base(Point point) {
        Line line = lines.get(Direction.of(point.link()));
        return line == null ? 0 : line.at(point.logRtt());
    }

    /** The rate to expect in bit/s; empty when the campaign holds too few links of this direction. */
    OptionalDouble expected(Point point) {
        if (!lines.containsKey(Direction.of(point.link()))) {
            return OptionalDouble.empty();
        }
        double modelled = Math.exp(base(point) + sender(point) + receiver(point));
        double most = Math.min(
                mostSent.getOrDefault(point.link().from(), modelled),
                mostReceived.getOrDefault(point.link().to(), modelled));
        return OptionalDouble.of(Math.min(modelled, most));
    }
}
