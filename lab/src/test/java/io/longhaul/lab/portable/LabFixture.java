package io.longhaul.lab.portable;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** A portable lab whose sites share one test agent. */
final class LabFixture implements AutoCloseable {
    final TestAgent agent;
    final PortableLab lab;

    LabFixture(LabTopology topology) throws IOException {
        agent = new TestAgent();
        lab = PortableLab.start(topology, site -> {
            try {
                return agent.address();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Two sites, {@code lab:a} and {@code lab:b}; caps, delay and extras as text of a topology file. */
    static LabTopology pair(String a, String b, String rtt, String rest) {
        return TopologyYaml.parse("pair", """
                format: longhaul-topology/1
                name: pair
                sites:
                  lab:a: {%s}
                  lab:b: {%s}
                rtt: {lab:a: {lab:b: %s}}
                %s
                """.formatted(a, b, rtt, rest));
    }

    InetSocketAddress address(String from, String to) {
        return lab.address(Link.between(from, to));
    }

    @Override
    public void close() throws IOException {
        lab.close();
        agent.close();
    }
}
