package io.longhaul.cli.report;

import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One quantity of a link through all the time that it was measured: a point for each run, or, where there are too many, for the runs of
 * equal stretches of time. Immutable.
 *
 * @param link direction of the data
 * @param streams TCP connections; zero for round-trip times
 * @param points in the order of time
 */
record Course(Link link, int streams, List<Point> points) {
    /** Seen at once in a picture a thousand dots wide; 4,000 links of them make a page of some tens of megabytes. */
    static final int MOST_POINTS = 300;

    /** Fewer say nothing of time. */
    private static final int LEAST_RUNS = 3;

    /**
     * Some runs.
     *
     * @param at middle of their starts, seconds since 1970
     * @param low the smallest, bit/s or nanoseconds
     * @param median of them
     * @param high the largest
     * @param runs how many
     */
    record Point(long at, long low, long median, long high, int runs) {}

    Course {
        points = List.copyOf(points);
    }

    static List<Course> of(List<RateShelf.Repeated> all) {
        return all.stream()
                .filter(runs -> runs.values().size() >= LEAST_RUNS)
                .map(Course::of)
                .toList();
    }

    private static Course of(RateShelf.Repeated runs) {
        int[] order = IntStream.range(0, runs.values().size())
                .boxed()
                .sorted((a, b) ->
                        Long.compare(runs.starts().get(a), runs.starts().get(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        long first = runs.starts().get(order[0]);
        long span = runs.starts().get(order[order.length - 1]) - first + 1;
        var points = new ArrayList<Point>();
        int from = 0;
        while (from < order.length) {
            int to = from + 1;
            if (order.length > MOST_POINTS) {
                long stretch = (runs.starts().get(order[from]) - first) * MOST_POINTS / span;
                while (to < order.length && (runs.starts().get(order[to]) - first) * MOST_POINTS / span == stretch) {
                    to++;
                }
            }
            points.add(point(runs, Arrays.copyOfRange(order, from, to)));
            from = to;
        }
        return new Course(runs.link(), runs.streams(), points);
    }

    private static Point point(RateShelf.Repeated runs, int[] some) {
        Spread spread =
                Spread.of(Arrays.stream(some).mapToLong(runs.values()::get)).orElseThrow();
        long middle = (runs.starts().get(some[0]) + runs.starts().get(some[some.length - 1])) / 2;
        return new Point(middle, spread.min(), Math.round(spread.median()), spread.max(), spread.count());
    }
}
