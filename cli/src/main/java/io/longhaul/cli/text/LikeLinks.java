package io.longhaul.cli.text;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Links between the same two providers of which the same is said. Immutable.
 *
 * @param direction as {@code aws to gcp}
 * @param kind what is said of them
 * @param members the links
 * @param usual whether most links of the direction are of this kind; the others are exceptions
 */
record LikeLinks<T>(String direction, String kind, List<T> members, boolean usual) {
    /** The groups, by direction, the largest first. */
    static <T> List<LikeLinks<T>> of(List<T> all, Function<T, Link> link, Function<T, String> kind) {
        var directions = new TreeMap<String, TreeMap<String, List<T>>>();
        all.forEach(each -> directions
                .computeIfAbsent(
                        link.apply(each).from().provider() + " to "
                                + link.apply(each).to().provider(),
                        none -> new TreeMap<>())
                .computeIfAbsent(kind.apply(each), none -> new ArrayList<>())
                .add(each));
        var groups = new ArrayList<LikeLinks<T>>();
        directions.forEach((direction, kinds) -> {
            List<Map.Entry<String, List<T>>> order = kinds.entrySet().stream()
                    .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                    .toList();
            order.forEach(entry -> groups.add(new LikeLinks<>(
                    direction, entry.getKey(), List.copyOf(entry.getValue()), entry.equals(order.get(0)))));
        });
        return List.copyOf(groups);
    }

    /** Those that are not of the usual kind of their direction, few ones first. */
    static <T> List<T> exceptions(List<LikeLinks<T>> groups) {
        return groups.stream()
                .filter(group -> !group.usual)
                .sorted((a, b) -> a.members.size() - b.members.size())
                .flatMap(group -> group.members.stream())
                .toList();
    }

    /**
     * The middle of what the members have, a dash where none has it.
     *
     * @param value not a number where a member has none
     */
    String median(ToDoubleFunction<T> value, DoubleFunction<String> show) {
        double[] known = members.stream()
                .mapToDouble(value)
                .filter(each -> !Double.isNaN(each))
                .sorted()
                .toArray();
        return known.length == 0 ? "-" : show.apply(known[known.length / 2]);
    }

    /** A rate in bit/s as a median may have it. */
    static double number(Optional<Bandwidth> rate) {
        return rate.map(known -> (double) known.bitsPerSecond()).orElse(Double.NaN);
    }

    /** The opposite of {@link #number}, for people. */
    static String rate(double bitsPerSecond) {
        return Show.rate(Bandwidth.ofBitsPerSecond(bitsPerSecond));
    }
}
