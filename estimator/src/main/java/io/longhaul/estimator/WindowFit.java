package io.longhaul.estimator;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The window that explains many links at once: rate * RTT / streams is the same number on links whose round-trip times
 * differ. A constant rate cannot look like this: its rate * RTT grows with the RTT, so the links that agree on a window
 * would all have the same RTT. Source: "To Relay or Not to Relay for Inter-Cloud Transfers?" (HotCloud 2018), section
 * 3: the bandwidth-delay product of one flow is nearly the same on all pairs. Immutable.
 *
 * @param windowBytes median over the links that agree
 * @param members links that agree
 * @param of links looked at
 */
record WindowFit(double windowBytes, int members, int of) {
    /** Links within this share of the window agree with it. */
    static final double WIDTH = 0.2;

    private static final double FEWEST_MEMBERS_SHARE = 0.4;
    private static final int FEWEST_MEMBERS = 3;
    private static final double SMALLEST_RTT_SPREAD = 2;

    private record Point(double windowBytes, double rttSeconds) {}

    static Optional<WindowFit> find(List<Observation> observations) {
        List<Point> points = new ArrayList<>();
        for (Observation observation : observations) {
            observation
                    .impliedWindowBytes()
                    .ifPresent(window -> points.add(new Point(
                            window,
                            Durations.seconds(observation.rtt().orElseThrow().median()))));
        }
        points.sort(Comparator.comparingDouble(Point::windowBytes));
        int fewest = Math.max(FEWEST_MEMBERS, (int) Math.ceil(points.size() * FEWEST_MEMBERS_SHARE));
        WindowFit best = null;
        int to = 0;
        for (int from = 0; from < points.size(); from++) {
            double highest = points.get(from).windowBytes * (1 + WIDTH) / (1 - WIDTH);
            while (to < points.size() && points.get(to).windowBytes <= highest) {
                to++;
            }
            List<Point> agreeing = points.subList(from, to);
            boolean better = best == null || agreeing.size() > best.members;
            if (better && agreeing.size() >= fewest && rttSpread(agreeing) >= SMALLEST_RTT_SPREAD) {
                double median = Medians.of(
                        agreeing.stream().mapToDouble(Point::windowBytes).toArray());
                best = new WindowFit(median, agreeing.size(), points.size());
            }
        }
        return Optional.ofNullable(best);
    }

    /** Largest over smallest RTT without the outer tenth at each end. */
    private static double rttSpread(List<Point> points) {
        double[] sorted =
                points.stream().mapToDouble(Point::rttSeconds).sorted().toArray();
        int trim = sorted.length / 10;
        double[] inner = Arrays.copyOfRange(sorted, trim, sorted.length - trim);
        return inner[inner.length - 1] / inner[0];
    }

    boolean explains(Observation observation) {
        return observation
                .impliedWindowBytes()
                .filter(window -> Math.abs(window - windowBytes) <= 1.25 * WIDTH * windowBytes)
                .isPresent();
    }

    String sentence(Observation observation) {
        String own = observation.impliedWindow().map(Show::size).orElseThrow();
        String common = Show.size(DataSize.ofBytes(Math.round(windowBytes)));
        return "each stream moved " + own + " per round trip, as on " + members + " of " + of
                + " links whose round-trip times differ (" + common + "): rate = window / RTT";
    }
}
