package io.longhaul.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.faithful.FaithfulLab;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnLab("study-7")
class MyTransferTest {
    @Test
    void fourStreamsCarryFourWindowsARoundTrip(FaithfulLab lab) {
        Link link = Link.between("lab:hub", "lab:r155");
        var flows = List.of(LabFlow.endless(link, 4));
        var carried = lab.carry(flows, Duration.ofSeconds(8));
        double rate = (double) carried.meanRate(0, Duration.ofSeconds(4), Duration.ofSeconds(8))
                .bitsPerSecond();
        double truth = (double) lab.topology().steadyRate(link, 4).bitsPerSecond();
        assertThat(lab.health().complaints()).isEmpty();
        assertThat(rate).isBetween(0.85 * truth, 1.05 * truth);
    }
}
