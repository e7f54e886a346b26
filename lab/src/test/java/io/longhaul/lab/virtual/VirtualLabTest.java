package io.longhaul.lab.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class VirtualLabTest {
    private static final VirtualLab.Options PAYLOAD = new VirtualLab.Options(1, Duration.ZERO);
    private static final Percentage EXACT = Percentage.withPercentage(0.1);
    private static final Link AB = Link.between("lab:a", "lab:b");

    private static LabTopology pair(String a, String rest) {
        return TopologyYaml.parse("pair", """
                format: longhaul-topology/1
                name: pair
                sites:
                  lab:a: {ingress: 1Gbit/s, %s}
                  lab:b: {egress: 1Gbit/s, ingress: 1Gbit/s, window: 1MiB}
                rtt: {lab:a: {lab:b: 100ms}}
                %s
                """.formatted(a, rest));
    }

    private static double rate(LabTopology topology, LabFlow flow, double from, double until) {
        return new VirtualLab(topology, PAYLOAD)
                .carry(List.of(flow), Durations.ofSeconds(until + 1))
                .meanRate(0, Durations.ofSeconds(from), Durations.ofSeconds(until))
                .bitsPerSecond();
    }

    @Test
    void oneStreamCarriesWindowOverRoundTripAndManyTheCap() {
        LabTopology topology = pair("egress: 200Mbit/s", "");
        assertThat(rate(topology, LabFlow.endless(AB, 1), 5, 10)).isCloseTo((1 << 20) * 8 / 0.1, EXACT);
        assertThat(rate(topology, LabFlow.endless(AB, 8), 5, 10)).isCloseTo(200e6, EXACT);
    }

    @Test
    void slowStartCostsItsRoundTrips() {
        // 10, 20, 40 … segments a round trip: 1 MB take a handshake, 6 full rounds (912 kB) and a burst at the cap's
        // rate
        double burst = (1e6 - 63 * 14_480.0) * 8 / 1e9;
        assertThat(secondsOfAMegabyte("egress: 1Gbit/s")).isCloseTo(0.1 + 6 * 0.1 + burst + 0.05, EXACT);
    }

    /** The second window takes longer than a round trip: from then on there is no wait. */
    @Test
    void aBurstThatFillsItsRoundTripIsFollowedByTheNextAtOnce() {
        double after = (8e6 - 14_480 * 8) / 2e6;
        assertThat(secondsOfAMegabyte("egress: 2Mbit/s")).isCloseTo(0.1 + 0.1 + after + 0.05, EXACT);
    }

    @Test
    void aPacingSenderSpreadsItsWindowsOverTheRoundTrip() {
        double share = (1e6 - 63 * 14_480.0) / (64 * 14_480.0);
        assertThat(secondsOfAMegabyte("egress: 1Gbit/s, congestion: bbr"))
                .isCloseTo(0.1 + 6 * 0.1 + share * 0.1 + 0.05, EXACT);
    }

    private static double secondsOfAMegabyte(String sender) {
        var flow = LabFlow.of(AB, 1, DataSize.ofMegabytes(1), Duration.ZERO);
        var run = new VirtualLab(pair(sender, ""), PAYLOAD).carry(List.of(flow), Duration.ofSeconds(10));
        return Durations.seconds(run.finishedAt(0).orElseThrow());
    }

    /** Of a cap of 100, 50 Mbit/s of packets the other way need 0.87 Mbit/s of acknowledgements. */
    @Test
    void acknowledgementsTakeTheirPartOfTheWayBack() {
        LabTopology topology = TopologyYaml.parse("both", """
                format: longhaul-topology/1
                name: both
                sites:
                  lab:a: {egress: 100Mbit/s, ingress: 1Gbit/s}
                  lab:b: {egress: 50Mbit/s, ingress: 1Gbit/s}
                rtt: {lab:a: {lab:b: 20ms}}
                """);
        var flows = List.of(LabFlow.endless(AB, 8), LabFlow.endless(AB.reversed(), 8));
        var kernel = VirtualLab.Options.defaults();
        var run = new VirtualLab(topology, kernel).carry(flows, Duration.ofSeconds(10));
        double there = (double)
                run.meanRate(0, Duration.ofSeconds(4), Duration.ofSeconds(9)).bitsPerSecond();
        assertThat(there / kernel.payloadShare()).isCloseTo(100e6 - 50e6 * 52 / 3000, Percentage.withPercentage(0.1));
    }

    @Test
    void aBucketOfTheC5xlargeLastsTenMinutesAndRefillsInEightyThree() {
        // NSDI 2020: 10 Gbit/s until 5400 Gbit are spent, refill 1 Gbit/s; then 1 Gbit/s for ever while sending (B1)
        LabTopology topology = TopologyYaml.parse("c5", """
                format: longhaul-topology/1
                name: c5
                defaults: {window: 64MiB, ingress: 100Gbit/s}
                sites:
                  lab:a:
                    egress: 10Gbit/s
                    token_bucket: {high: 10Gbit/s, low: 1Gbit/s, budget: 675GB, refill: 1Gbit/s}
                  lab:b: {egress: 10Gbit/s}
                rtt: {lab:a: {lab:b: 1ms}}
                """);
        var flow = LabFlow.endless(AB, 8);
        assertThat(rate(topology, flow, 10, 590)).isCloseTo(10e9, EXACT);
        assertThat(rate(topology, flow, 610, 3_600)).isCloseTo(1e9, EXACT);
        // 10 s on, 30 s off, from an empty bucket: 30 Gbit of credit last 30 / 9 s at 10 Gbit/s, then 1 Gbit/s (B3)
        var cycle = List.of(
                flow.between(Duration.ZERO, Duration.ofSeconds(700)),
                flow.between(Duration.ofSeconds(730), Duration.ofSeconds(740)));
        var run = new VirtualLab(topology, PAYLOAD).carry(cycle, Duration.ofSeconds(800));
        double expected = (30 / 9.0 * 10e9 + (10 - 30 / 9.0) * 1e9) / 10;
        assertThat((double) run.meanRate(1, Duration.ofSeconds(730), Duration.ofSeconds(740))
                        .bitsPerSecond())
                .isCloseTo(expected, Percentage.withPercentage(1));
    }

    @Test
    void flowsComeAndGoUnderOneCapAndTheSumStays() {
        LabTopology topology = TopologyYaml.load("study-7");
        var flows = new ArrayList<LabFlow>();
        String[] targets = {"lab:r62", "lab:r90", "lab:r185"};
        for (int i = 0; i < targets.length; i++) {
            flows.add(LabFlow.endless(Link.between("lab:hub", targets[i]), 8)
                    .between(Duration.ofSeconds(i * 20L), Duration.ofSeconds(100)));
        }
        var run = new VirtualLab(topology, PAYLOAD).carry(flows, Duration.ofSeconds(100));
        for (int second : new int[] {10, 32, 60, 80}) {
            double sum = 0;
            for (int i = 0; i < flows.size(); i++) {
                sum += run.meanRate(i, Duration.ofSeconds(second), Duration.ofSeconds(second + 5))
                        .bitsPerSecond();
            }
            assertThat(sum).as("sum from second " + second).isCloseTo(200e6, Percentage.withPercentage(1));
        }
    }

    @Test
    void changesLossAndFlowCapsApply() {
        assertThat(rate(pair("egress: 200Mbit/s, per_flow: 30Mbit/s", ""), LabFlow.endless(AB, 2), 5, 9))
                .isCloseTo(60e6, EXACT);
        LabTopology stepping = pair("egress: 200Mbit/s", "changes: [{at: 20s, site: lab:a, egress: 40Mbit/s}]");
        assertThat(rate(stepping, LabFlow.endless(AB, 8), 5, 19)).isCloseTo(200e6, EXACT);
        assertThat(rate(stepping, LabFlow.endless(AB, 8), 21, 40)).isCloseTo(40e6, EXACT);
        LabTopology lossy =
                pair("egress: 200Mbit/s, congestion: reno", "links: [{from: lab:a, to: lab:b, loss: 0.1%}]");
        assertThat(rate(lossy, LabFlow.endless(AB, 1), 5, 20))
                .isCloseTo(Math.sqrt(1.5 / 0.001) * 1448 * 8 / 0.1, EXACT);
    }

    /**
     * A thousand sites and ten thousand flows for an hour; what it prints stands in docs/lab.md, for a grain of 500 ms and
     * for {@code -Dlonghaul.grain.millis=100}. The limit is only against loops.
     */
    @Test
    @Timeout(300)
    void aThousandSitesAndTenThousandFlowsForAnHour() {
        LabTopology world = RandomWorld.topology(1_000, 42);
        List<LabFlow> flows = RandomWorld.flows(world, 10_000, 43);
        long grain = Long.getLong("longhaul.grain.millis", 500);
        var options = new VirtualLab.Options(1, Duration.ofMillis(grain));
        long begin = System.nanoTime();
        CarriedFlows run = new VirtualLab(world, options).carry(flows, Duration.ofHours(1));
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        int finished = 0;
        for (int i = 0; i < flows.size(); i++) {
            finished += run.finishedAt(i).isPresent() ? 1 : 0;
        }
        System.out.printf("| %d ms | %.1f | %d |%n", grain, took.toMillis() / 1e3, finished);
        assertThat(finished).isGreaterThan(5_000);
    }

    @Test
    void theSameInputGivesTheSameResult() {
        LabTopology world = RandomWorld.topology(40, 7);
        List<LabFlow> flows = RandomWorld.flows(world, 300, 8);
        CarriedFlows run = new VirtualLab(world, PAYLOAD).carry(flows, Duration.ofHours(1));
        CarriedFlows again = new VirtualLab(world, PAYLOAD).carry(flows, Duration.ofHours(1));
        for (int i = 0; i < flows.size(); i++) {
            assertThat(run.finishedAt(i)).isEqualTo(again.finishedAt(i));
            assertThat(run.receivedBy(i, Duration.ofMinutes(30)))
                    .isEqualTo(again.receivedBy(i, Duration.ofMinutes(30)));
        }
    }
}
