package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;

/** Senders with one peculiarity each, 62 ms from one receiver. */
final class CapTopology {
    static final SiteId TO = site("to");

    private CapTopology() {}

    static SiteId site(String name) {
        return SiteId.parse("lab:" + name);
    }

    /** A sender with these settings, called {@code from}; more lines of settings under {@code sites}. */
    static LabTopology of(String settings) {
        return TopologyYaml.parse("caps", """
                format: longhaul-topology/1
                name: caps
                defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, window: 7300kB}
                sites:
                  lab:from: %s
                  lab:to: {}
                rtt:
                  lab:from: {lab:to: 62ms}
                """.formatted(settings));
    }
}
