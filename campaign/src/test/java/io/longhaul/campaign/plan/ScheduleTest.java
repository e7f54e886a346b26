package io.longhaul.campaign.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules against a check of their own, which shares no code with what makes them. */
class ScheduleTest {
    private static final Probe LOAD = new Probe(
            "load",
            new Task.Throughput(
                    1,
                    Duration.ofSeconds(10),
                    DataSize.ofGigabytes(1),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(1)));
    private static final Probe RTT =
            new Probe("rtt", new Task.Latency(LatencyMethod.TCP_ECHO, 5, Duration.ofMillis(10)));

    private static List<Participant> agents(int count) {
        List<Participant> agents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var place = new HostPort("192.0.2.1", 1 + i);
            agents.add(
                    new Participant("vm" + i, SiteId.parse("lab:s" + i), Optional.empty(), Optional.of(place), place));
        }
        return agents;
    }

    private static List<Pair> mesh(List<Participant> agents) {
        List<Pair> pairs = new ArrayList<>();
        for (Participant from : agents) {
            for (Participant to : agents) {
                if (!from.equals(to)) {
                    pairs.add(new Pair(from, to));
                }
            }
        }
        return pairs;
    }

    private static Campaign campaign(
            List<Participant> agents, List<Pair> pairs, Campaign.Ends ends, long seed, Probe... probes) {
        return new Campaign(
                "test",
                seed,
                agents,
                pairs,
                List.of(probes),
                ends,
                3,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                0,
                Duration.ZERO,
                1,
                3,
                Budget.NONE);
    }

    /** Everything wanted is there once, and of a load no end is used twice in a round. */
    private static void check(Campaign campaign, List<Schedule.Round> rounds) {
        Map<String, Integer> seen = new HashMap<>();
        for (Schedule.Round round : rounds) {
            Set<String> busy = new HashSet<>();
            for (Pair pair : round.pairs()) {
                seen.merge(
                        round.probe().name() + pair.from().name() + ">"
                                + pair.to().name(),
                        1,
                        Integer::sum);
                if (round.probe().isLoad()) {
                    boolean whole = campaign.ends() == Campaign.Ends.WHOLE;
                    assertThat(busy.add((whole ? "" : "out ") + pair.from().name()))
                            .as("%s sends twice, or more", pair.from().name())
                            .isTrue();
                    assertThat(busy.add((whole ? "" : "in ") + pair.to().name()))
                            .as("%s receives twice, or more", pair.to().name())
                            .isTrue();
                }
            }
        }
        assertThat(seen).hasSize(campaign.probes().size() * campaign.pairs().size());
        assertThat(seen.values()).containsOnly(1);
    }

    private static int bound(List<Pair> pairs) {
        Map<String, Integer> ends = new HashMap<>();
        pairs.forEach(pair -> {
            ends.merge("out " + pair.from().name(), 1, Integer::sum);
            ends.merge("in " + pair.to().name(), 1, Integer::sum);
        });
        return ends.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 12, 40, 200})
    void aMeshTakesAsManyRoundsAsEachHasPeers(int count) {
        List<Participant> agents = agents(count);
        Campaign campaign = campaign(agents, mesh(agents), Campaign.Ends.DIRECTIONS, 7, LOAD);
        List<Schedule.Round> rounds = Schedule.block(campaign, 0);

        check(campaign, rounds);
        assertThat(rounds).hasSize(count - 1);
    }

    @Test
    void anyPairsTakeAsManyRoundsAsTheBusiestEnd() {
        long first = Long.getLong("longhaul.seed", 1);
        for (long seed = first; seed < first + 1000; seed++) {
            var random = new Random(seed);
            List<Participant> agents = agents(2 + random.nextInt(20));
            List<Pair> pairs = new ArrayList<>(mesh(agents));
            double share = random.nextDouble();
            pairs.removeIf(pair -> random.nextDouble() < share);
            if (pairs.isEmpty()) {
                continue;
            }
            Campaign campaign = campaign(agents, pairs, Campaign.Ends.DIRECTIONS, seed, LOAD);
            List<Schedule.Round> rounds = Schedule.block(campaign, 0);
            check(campaign, rounds);
            assertThat(rounds).as("-Dlonghaul.seed=" + seed).hasSize(bound(pairs));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 13})
    void anAgentThatSendsOrReceivesDoesOneOfThem(int count) {
        List<Participant> agents = agents(count);
        Campaign campaign = campaign(agents, mesh(agents), Campaign.Ends.WHOLE, 7, LOAD, RTT);
        List<Schedule.Round> rounds = Schedule.block(campaign, 0);

        check(campaign, rounds);
        long loads = rounds.stream().filter(round -> round.probe().isLoad()).count();
        assertThat(loads).isEqualTo(2L * (count % 2 == 0 ? count - 1 : count));
    }

    @Test
    void blocksAreInOrdersOfTheirOwnAndTheSameAgain() {
        List<Participant> agents = agents(8);
        Campaign campaign = campaign(agents, mesh(agents), Campaign.Ends.DIRECTIONS, 7, LOAD, RTT);

        assertThat(Schedule.block(campaign, 0)).isEqualTo(Schedule.block(campaign, 0));
        assertThat(Schedule.block(campaign, 0)).isNotEqualTo(Schedule.block(campaign, 1));
        assertThat(Schedule.block(campaign, 0))
                .isNotEqualTo(
                        Schedule.block(campaign(agents, mesh(agents), Campaign.Ends.DIRECTIONS, 8, LOAD, RTT), 0));
    }

    @Test
    void whatIsNotWantedAnyMoreIsLeftOut() {
        List<Participant> agents = agents(6);
        Campaign campaign = campaign(agents, mesh(agents), Campaign.Ends.DIRECTIONS, 7, LOAD);
        List<Schedule.Round> rounds =
                Schedule.block(campaign, 0, (probe, pair) -> pair.from().name().equals("vm0"));

        assertThat(rounds).hasSize(5).allMatch(round -> round.pairs().size() == 1);
    }
}
