package io.longhaul.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every back end of the lab owes: the same flows on the same topology, judged by T(n, W) and the bucket's arithmetic,
 * not by another back end. {@code LabPromisesStudy} has many more worlds.
 */
@Timeout(120)
abstract class LabContract {
    private static final LabTopology TOPOLOGY = TopologyYaml.parse("contract", """
            format: longhaul-topology/1
            name: contract
            defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, window: 1MB}
            sites:
              lab:a: {egress: 40Mbit/s}
              lab:b: {}
              lab:c: {egress: 60Mbit/s, token_bucket: {high: 60Mbit/s, low: 10Mbit/s, budget: 30MB, refill: 10Mbit/s}}
              lab:d: {window: 250kB}
            rtt:
              lab:a: {lab:b: 60ms, lab:c: 60ms, lab:d: 60ms}
              lab:b: {lab:c: 60ms, lab:d: 60ms}
              lab:c: {lab:d: 60ms}
            """);
    private static final Duration FROM = Duration.ofSeconds(5);
    private static final Duration UNTIL = Duration.ofSeconds(11);
    private static final Duration HORIZON = Duration.ofSeconds(12);
    /** Kernel TCP on a busy machine needs some time to fill a cap. */
    private static final Percentage NEAR = Percentage.withPercentage(10);

    abstract Lab start(LabTopology topology);

    /** How much of a cap is payload: headers of packets count, where there are packets. */
    double payloadShare() {
        return VirtualLab.Options.KERNEL_PAYLOAD;
    }

    @Test
    void capsWindowsAndBucketsHoldAndTransfersEnd() {
        List<LabFlow> flows = List.of(
                LabFlow.endless(Link.between("lab:a", "lab:b"), 8),
                LabFlow.endless(Link.between("lab:b", "lab:d"), 1),
                LabFlow.of(Link.between("lab:c", "lab:a"), 4, DataSize.ofMegabytes(40), Duration.ZERO));
        CarriedFlows carried;
        try (Lab lab = start(TOPOLOGY)) {
            carried = lab.carry(flows, HORIZON);
        }
        assertThat(megabits(carried, 0)).as("egress cap of 40").isCloseTo(40 * payloadShare(), NEAR);
        assertThat(megabits(carried, 1)).as("250 kB in 60 ms").isCloseTo(0.25 * 8 / 0.060, NEAR);
        // 30 MB of credit, which 10 Mbit/s refill, are spent at 60 Mbit/s in 4.8 s: 36 MB; the rest goes at 10 Mbit/s
        double rest = (40 - 36 * payloadShare()) * 8 / (10 * payloadShare());
        assertThat(Durations.seconds(carried.finishedAt(2).orElseThrow())).isCloseTo(4.8 + rest, NEAR);
        assertThat(carried.receivedBy(2, HORIZON)).isEqualTo(DataSize.ofMegabytes(40));
        assertThat(carried.finishedAt(0)).isEmpty();
        assertThat(carried.totalRate(FROM, UNTIL).bitsPerSecond() / 1e6)
                .isGreaterThan(megabits(carried, 0) + megabits(carried, 1));
    }

    @Test
    void aFlowStartsWhenItIsToldAndStopsWhenItIsTold() {
        var late = LabFlow.endless(Link.between("lab:b", "lab:d"), 1)
                .between(Duration.ofSeconds(2), Duration.ofSeconds(4));
        try (Lab lab = start(TOPOLOGY)) {
            CarriedFlows carried = lab.carry(List.of(late), Duration.ofSeconds(6));
            assertThat(carried.receivedBy(0, Duration.ofMillis(1900))).isEqualTo(DataSize.ZERO);
            DataSize byStop = carried.receivedBy(0, Duration.ofMillis(4300));
            assertThat((double) byStop.bytes()).isCloseTo(0.25e6 / 0.060 * 2, Percentage.withPercentage(20));
            assertThat(carried.receivedBy(0, Duration.ofSeconds(6))).isEqualTo(byStop);
        }
    }

    @Test
    void aFlowKeepsItsPaceAndWaitsForThoseBeforeIt() {
        Bandwidth pace = Bandwidth.ofMegabitsPerSecond(8);
        var first = LabFlow.of(Link.between("lab:a", "lab:b"), 2, DataSize.ofMegabytes(3), Duration.ZERO)
                .at(pace);
        var shorter = LabFlow.of(Link.between("lab:b", "lab:c"), 2, DataSize.ofMegabytes(1), Duration.ZERO)
                .at(pace);
        var second = LabFlow.of(Link.between("lab:b", "lab:a"), 2, DataSize.ofMegabytes(1), Duration.ZERO)
                .at(pace)
                .after(List.of(
                        new LabFlow.After(0, Duration.ofSeconds(1)), new LabFlow.After(1, Duration.ofMillis(500))));
        try (Lab lab = start(TOPOLOGY)) {
            CarriedFlows carried = lab.carry(List.of(first, shorter, second), HORIZON);
            // a round trip to connect, then at the pace, then half a round trip to arrive
            assertThat(Durations.seconds(carried.finishedAt(0).orElseThrow())).isCloseTo(3.09, NEAR);
            assertThat(Durations.seconds(carried.finishedAt(1).orElseThrow())).isCloseTo(1.09, NEAR);
            Duration after = carried.finishedAt(2)
                    .orElseThrow()
                    .minus(carried.finishedAt(0).orElseThrow());
            assertThat(Durations.seconds(after))
                    .as("1 s of delay, 1 s at its pace")
                    .isCloseTo(2.09, NEAR);
            assertThat((double) carried.receivedBy(0, Duration.ofSeconds(2)).bytes())
                    .isCloseTo((2 - 0.09) * 1e6, NEAR);
        }
    }

    @Test
    void aFlowWaitsForNoneThatComesAfterIt() {
        var waiting =
                LabFlow.endless(Link.between("lab:b", "lab:d"), 1).after(List.of(new LabFlow.After(0, Duration.ZERO)));
        try (Lab lab = start(TOPOLOGY)) {
            assertThatThrownBy(() -> lab.carry(List.of(waiting), HORIZON))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("waits for the flow 0");
        }
    }

    @Test
    void aStrangeSiteIsNamed() {
        try (Lab lab = start(TOPOLOGY)) {
            assertThat(lab.topology()).isEqualTo(TOPOLOGY);
            assertThatThrownBy(() -> lab.carry(List.of(LabFlow.endless(Link.between("lab:a", "lab:z"), 1)), HORIZON))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("lab:z");
        }
    }

    private static double megabits(CarriedFlows carried, int flow) {
        return carried.meanRate(flow, FROM, UNTIL).bitsPerSecond() / 1e6;
    }
}
