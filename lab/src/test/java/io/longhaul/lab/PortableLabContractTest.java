package io.longhaul.lab;

import io.longhaul.lab.portable.PortableLab;
import io.longhaul.lab.topology.LabTopology;

class PortableLabContractTest extends LabContract {
    @Override
    Lab start(LabTopology topology) {
        return PortableLab.start(topology, site -> {
            throw new IllegalStateException("no flow asks for the agent of " + site);
        });
    }

    @Override
    double payloadShare() {
        return 1;
    }
}
