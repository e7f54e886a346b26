package io.longhaul.lab.carry;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualFlow;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** The same flows in virtual time and over kernel TCP; {@code longhaul lab study agreement} has many more worlds. */
@Timeout(120)
class CarriedFlowsTest {
    private static final LabTopology TOPOLOGY = TopologyYaml.parse("agree", """
            format: longhaul-topology/1
            name: agree
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

    static boolean canRun() {
        return LabCheck.missing().isEmpty();
    }

    @Test
    @EnabledIf(value = "canRun", disabledReason = "no faithful lab on this machine; longhaul lab check says why")
    void capsWindowsBucketsAndTransfersAgreeWithVirtualTime() {
        List<VirtualFlow> flows = List.of(
                VirtualFlow.endless(Link.between("lab:a", "lab:b"), 8),
                VirtualFlow.endless(Link.between("lab:b", "lab:d"), 1),
                VirtualFlow.of(Link.between("lab:c", "lab:a"), 4, DataSize.ofMegabytes(40), Duration.ZERO));
        Duration horizon = Duration.ofSeconds(12);
        var simulated = VirtualLab.simulate(TOPOLOGY, flows, horizon, VirtualLab.Options.defaults());
        CarriedFlows carried;
        try (var lab = FaithfulLab.start(TOPOLOGY, FaithfulLab.Options.defaults())) {
            carried = CarriedFlows.carry(lab, flows, horizon);
        }
        var near = Percentage.withPercentage(15);
        for (int i = 0; i < 2; i++) {
            double truth = (double) simulated
                    .meanRate(i, Duration.ofSeconds(5), Duration.ofSeconds(11))
                    .bitsPerSecond();
            assertThat((double) carried.meanRate(i, Duration.ofSeconds(5), Duration.ofSeconds(11))
                            .bitsPerSecond())
                    .as("flow " + i)
                    .isCloseTo(truth, near);
        }
        assertThat(Durations.seconds(carried.finishedAt(2).orElseThrow()))
                .isCloseTo(Durations.seconds(simulated.finishedAt(2).orElseThrow()), near);
        assertThat(carried.receivedBy(2, horizon)).isEqualTo(DataSize.ofMegabytes(40));
        assertThat(carried.finishedAt(0)).isEmpty();
    }
}
