package io.longhaul.cli.demo;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.schedule.PairRounds;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the demo measures, in steps whose probes do not disturb each other: first every round-trip time while nothing
 * else moves, then throughput in rounds in which each VM sends to one other and receives from it. Immutable.
 *
 * @param latency of every link
 * @param throughput one after another for each pair
 * @param rounds links measured at the same time
 */
record DemoSchedule(LatencySpec latency, List<ThroughputSpec> throughput, List<List<Link>> rounds) {
    private static final int ECHOES = 8;
    private static final Duration ECHO_SPACING = Duration.ofMillis(50);
    private static final Duration FEW_STREAMS_TIME = Duration.ofMillis(2500);
    private static final Duration MANY_STREAMS_TIME = Duration.ofSeconds(4);
    private static final Duration SAMPLE = Duration.ofMillis(100);

    /** Enough streams that 256 KiB each fill the fastest VM of the demo over its longest path. */
    private static final int MANY_STREAMS = 48;

    private static final int FEW_STREAMS = 4;

    static DemoSchedule of(List<SiteId> sites) {
        List<List<Link>> rounds = new ArrayList<>();
        for (List<PairRounds.Pair<SiteId>> round : PairRounds.of(sites)) {
            rounds.add(round.stream()
                    .map(pair -> new Link(pair.first(), pair.second()))
                    .flatMap(link -> Stream.of(link, link.reversed()))
                    .toList());
        }
        return new DemoSchedule(
                LatencySpec.of(LatencyMethod.TCP_ECHO, ECHOES).withSpacing(ECHO_SPACING),
                List.of(
                        streams(1, FEW_STREAMS_TIME),
                        streams(FEW_STREAMS, FEW_STREAMS_TIME),
                        streams(MANY_STREAMS, MANY_STREAMS_TIME)),
                rounds);
    }

    private static ThroughputSpec streams(int count, Duration time) {
        return ThroughputSpec.builder()
                .streams(count)
                .duration(time)
                .interval(SAMPLE)
                .build();
    }

    List<Link> links() {
        return rounds.stream().flatMap(List::stream).toList();
    }

    int probes() {
        return links().size() * (1 + throughput.size());
    }
}
