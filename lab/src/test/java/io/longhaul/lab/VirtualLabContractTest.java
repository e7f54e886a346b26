package io.longhaul.lab;

import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualLab;

class VirtualLabContractTest extends LabContract {
    @Override
    Lab start(LabTopology topology) {
        return new VirtualLab(topology, VirtualLab.Options.defaults());
    }
}
