package io.longhaul.probes.client;

import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;

/** When the server is told that a run will end. Stateless. */
final class ServerStop {
    private ServerStop() {}

    /**
     * The specification as the server is to know it. An iperf3 server that sends stops at the volume by its own count, which begins when
     * its own omitted part ends, before ours does: what it sends in between would be missing for ever. It is told the time instead,
     * and this end says when the volume has come.
     */
    static ThroughputSpec of(ThroughputSpec spec) {
        boolean stopsByItself = spec.protocol() == Protocol.IPERF3
                && spec.direction() != Direction.FORWARD
                && spec.stop().volume().isPresent()
                && !spec.omit().isZero();
        return stopsByItself ? spec.withStop(StopRule.after(spec.stop().time())) : spec;
    }
}
