package io.longhaul.lab;

import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.LabTopology;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
        value = "io.longhaul.lab.FaithfulLabContractTest#canRun",
        disabledReason = "no faithful lab on this machine; longhaul lab check says why")
class FaithfulLabContractTest extends LabContract {
    static boolean canRun() {
        return LabCheck.missing().isEmpty();
    }

    @Override
    Lab start(LabTopology topology) {
        return FaithfulLab.start(topology, FaithfulLab.Options.defaults());
    }
}
