package io.longhaul.cli.demo;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.schedule.PairRounds;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the demo measures, in steps whose probes do not disturb each other: first every round-trip time while nothing
 * else moves, then throughput in rounds in which each VM sends to one other, or receives from one, or both. Immutable.
 *
 * @param latency of every link
 * @param rounds pairs measured at the same time, and what is measured on them, one after another
 */
record DemoSchedule(LatencySpec latency, List<Round> rounds) {
    private static final int ECHOES = 8;
    private static final Duration ECHO_SPACING = Duration.ofMillis(50);
    private static final Duration SAMPLE = Duration.ofMillis(100);

    /**
     * One kind of run. A stream needs about five round trips to fill its window, many streams together fewer to fill a
     * VM; what follows is measured.
     *
     * @param streams TCP connections
     * @param roundTrips length of the run in round trips of the slowest pair
     * @param shortest length at least
     */
    private record Level(int streams, int roundTrips, Duration shortest) {
        Duration time(Duration rtt) {
            Duration needed = rtt.multipliedBy(roundTrips);
            return needed.compareTo(shortest) > 0 ? needed : shortest;
        }
    }

    /** 48 streams of 256 KiB each fill the fastest VM of the demo over its longest path. */
    private static final List<Level> PORTABLE =
            List.of(new Level(1, 13, Duration.ofMillis(1500)), new Level(48, 12, Duration.ofMillis(2500)));

    /** Kernel TCP loses packets when many streams start, and takes some seconds to share a cap after that. */
    private static final List<Level> FAITHFUL =
            List.of(new Level(1, 20, Duration.ofSeconds(2)), new Level(48, 40, Duration.ofSeconds(7)));

    /** Opening and closing a run costs a few round trips. */
    private static final int ROUND_TRIPS_AROUND = 8;

    /**
     * Some links and what is measured on all of them at once.
     *
     * @param links disjoint pairs of sites, one direction or both
     * @param throughput one after another
     * @param longestRtt of the links
     */
    record Round(List<Link> links, List<ThroughputSpec> throughput, Duration longestRtt) {}

    static DemoSchedule of(LabTopology topology, LabKind kind) {
        List<Level> levels = kind == LabKind.PORTABLE ? PORTABLE : FAITHFUL;
        List<Round> rounds = new ArrayList<>();
        List<SiteId> sites = topology.sites().stream().map(LabSite::id).toList();
        for (List<PairRounds.Pair<SiteId>> pairs : PairRounds.of(sites)) {
            List<Link> there = pairs.stream()
                    .map(pair -> new Link(pair.first(), pair.second()))
                    .toList();
            List<Link> back = there.stream().map(Link::reversed).toList();
            Duration rtt = there.stream()
                    .map(topology::roundTrip)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            if (kind == LabKind.PORTABLE) {
                rounds.add(
                        new Round(Stream.concat(there.stream(), back.stream()).toList(), specs(levels, rtt), rtt));
            } else {
                // every packet passes the emulator: both directions at once are too much for two cores
                rounds.add(new Round(there, specs(levels, rtt), rtt));
                rounds.add(new Round(back, specs(levels, rtt), rtt));
            }
        }
        return new DemoSchedule(
                LatencySpec.of(LatencyMethod.TCP_ECHO, ECHOES).withSpacing(ECHO_SPACING), List.copyOf(rounds));
    }

    private static List<ThroughputSpec> specs(List<Level> levels, Duration rtt) {
        return levels.stream()
                .map(level -> ThroughputSpec.builder()
                        .streams(level.streams())
                        .duration(level.time(rtt))
                        .interval(SAMPLE)
                        .build())
                .toList();
    }

    List<Link> links() {
        return rounds.stream().flatMap(round -> round.links().stream()).toList();
    }

    int probes() {
        int throughput = rounds.stream()
                .mapToInt(round -> round.links().size() * round.throughput().size())
                .sum();
        return links().size() + throughput;
    }

    /** How long it will take, about. */
    Duration expected() {
        Duration total = ECHO_SPACING.multipliedBy(ECHOES);
        for (Round round : rounds) {
            for (ThroughputSpec spec : round.throughput()) {
                total = total.plus(spec.stop().time()).plus(round.longestRtt().multipliedBy(ROUND_TRIPS_AROUND));
            }
        }
        return total;
    }
}
