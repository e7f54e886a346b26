package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the emulator does to packets besides delaying them, seen by datagrams and by the kernel's settings. */
@Timeout(120)
@EnabledIf(value = "canRun", disabledReason = "no faithful lab on this machine; longhaul lab check says why")
class FaithfulImpairmentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SiteId A = SiteId.parse("lab:a");
    private static final LabTopology TOPOLOGY = TopologyYaml.parse("impaired", """
            format: longhaul-topology/1
            name: impaired
            defaults: {egress: 100Mbit/s, ingress: 100Mbit/s, window: 500kB}
            sites:
              lab:a: {congestion: reno}
              lab:b: {window: 200kB, congestion: cubic}
              lab:narrow: {egress: 8Mbit/s, queue: 40ms}
              lab:bucket: {egress: 40Mbit/s, token_bucket: {high: 40Mbit/s, low: 1Mbit/s, budget: 500kB, refill: 1Mbit/s}}
              lab:stepped: {}
            one_way:
              lab:a: {lab:b: 10ms, lab:narrow: 10ms, lab:bucket: 10ms, lab:stepped: 10ms}
              lab:b: {lab:a: 10ms, lab:narrow: 10ms, lab:bucket: 10ms, lab:stepped: 10ms}
              lab:narrow: {lab:a: 10ms, lab:b: 10ms, lab:bucket: 10ms, lab:stepped: 10ms}
              lab:bucket: {lab:a: 10ms, lab:b: 10ms, lab:narrow: 10ms, lab:stepped: 10ms}
              lab:stepped: {lab:a: 10ms, lab:b: 10ms, lab:narrow: 10ms, lab:bucket: 10ms}
            links:
              - {from: lab:a, to: lab:b, jitter: 8ms}
              - {from: lab:b, to: lab:a, loss: 10%}
            changes:
              - {at: 0s, from: lab:a, to: lab:stepped, one_way: 60ms}
            """);

    private static FaithfulLab lab;

    static boolean canRun() {
        return LabCheck.missing().isEmpty();
    }

    @BeforeAll
    static void start() {
        lab = FaithfulLab.start(TOPOLOGY, FaithfulLab.Options.defaults());
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    /** What arrived: sequence numbers, and delays one way in milliseconds. */
    private record Arrived(List<Integer> numbers, List<Double> millis) {}

    private static Arrived send(String from, String to, int count, int octets, int microsBetween) {
        String argument = "lab:" + from + " lab:" + to + " " + count + " " + octets + " " + microsBetween;
        String[] words = lab.call(DatagramTask.class, argument, said -> {})
                .await(PATIENCE)
                .split(" ", -1);
        var numbers = new ArrayList<Integer>();
        var millis = new ArrayList<Double>();
        for (String word : words) {
            String[] parts = word.split(":", -1);
            numbers.add(Integer.valueOf(parts[0]));
            millis.add(Double.valueOf(parts[1]));
        }
        return new Arrived(numbers, millis);
    }

    private static LinkTruth truth(String from, String to) {
        return lab.truth().onLink(Link.between("lab:" + from, "lab:" + to));
    }

    @Test
    void jitterSpreadsDelaysAndKeepsTheOrder() {
        Arrived arrived = send("a", "b", 1_000, 100, 1_000);
        assertThat(arrived.numbers()).hasSize(1_000).isSorted();
        List<Double> sorted = arrived.millis().stream().sorted().toList();
        assertThat(sorted.get(0)).isGreaterThan(9.7);
        // order is kept by holding packets behind late ones, so nearly all are late by most of the jitter
        assertThat(sorted.get(500)).isBetween(13.0, 40.0);
        assertThat(sorted.get(900) - sorted.get(10)).isGreaterThan(1.5);
    }

    @Test
    void lossIsAsLikelyAsAskedAndTheTruthCountsIt() {
        long before = truth("b", "a").droppedPackets();
        Arrived arrived = send("b", "a", 4_000, 100, 200);
        // 400 of 4000 are lost, with a standard deviation of 19
        assertThat(4_000 - arrived.numbers().size()).isBetween(305, 495);
        assertThat(truth("b", "a").droppedPackets() - before)
                .isEqualTo(4_000 - arrived.numbers().size());
    }

    @Test
    void aFullQueueDropsWhatItCannotHold() {
        // 200 packets of 1028 octets at once: 40 ms at 8 Mbit/s are 40 kB, so about 39 of them
        long before = truth("narrow", "a").droppedPackets();
        Arrived arrived = send("narrow", "a", 200, 1_000, 0);
        assertThat(arrived.numbers().size()).isBetween(35, 130);
        assertThat(truth("narrow", "a").droppedPackets() - before)
                .isEqualTo(200 - arrived.numbers().size());
        assertThat(Collections.max(arrived.millis())).isGreaterThan(45);
    }

    @Test
    void aBucketRunsDryAndItsLevelIsKnownThroughTime() {
        // 700 kB at 20 Mbit/s through 500 kB of credit
        send("bucket", "a", 700, 1_000, 400);
        List<CreditLevel> levels = lab.truth().creditOf(SiteId.parse("lab:bucket"));
        assertThat(levels.get(0).credit().bytes()).isEqualTo(500_000);
        assertThat(levels.stream()
                        .mapToLong(level -> level.credit().bytes())
                        .min()
                        .orElseThrow())
                .isLessThan(100_000);
        assertThat(levels).isSortedAccordingTo((x, y) -> x.at().compareTo(y.at()));
    }

    @Test
    void aChangeAtASetTimeIsInForce() {
        Arrived arrived = send("a", "stepped", 20, 100, 10_000);
        assertThat(Collections.min(arrived.millis())).isGreaterThan(59.7);
        Arrived back = send("stepped", "a", 20, 100, 10_000);
        assertThat(Collections.min(back.millis())).isBetween(9.7, 50.0);
    }

    @Test
    void everySiteHasItsOwnTcpSettings() {
        assertThat(read(A, "/proc/sys/net/ipv4/tcp_rmem")).endsWith(" " + Math.round(500_000 / 0.62));
        assertThat(read(SiteId.parse("lab:b"), "/proc/sys/net/ipv4/tcp_rmem"))
                .endsWith(" " + Math.round(200_000 / 0.62));
        assertThat(run(A, "ip", "route")).contains("congctl reno");
        assertThat(run(SiteId.parse("lab:b"), "ip", "route")).contains("congctl cubic");
        assertThat(run(SiteId.parse("lab:b"), "ip", "-6", "route")).contains("congctl cubic");
    }

    private static String read(SiteId site, String file) {
        return run(site, "cat", file).strip().replaceAll("\\s+", " ");
    }

    private static String run(SiteId site, String... command) {
        return lab.exec(site, List.of(command)).await(PATIENCE).output();
    }

    @Test
    void aProgramThatWidensItsWindowMakesTheRunInvalid() {
        String received =
                lab.call(WideWindowTask.class, "lab:narrow lab:b", said -> {}).await(PATIENCE);
        assertThat(received).isEqualTo(Integer.toString(4 << 20));
        LabHealth health = lab.health();
        assertThat(health.isValid()).isFalse();
        assertThat(health.complaints()).anyMatch(line -> line.contains("lab:b") && line.contains("window"));
    }
}
