package io.longhaul.lab.faithful;

import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabTruth.FlowTruth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the emulator knows of flows, for those who ask. Confined to the emulator's thread. */
final class FlowReport {
    private static final double RESTED_NANOS = 2e9;

    private final FlowTable flows;

    FlowReport(FlowTable flows) {
        this.flows = flows;
    }

    /** The flows known, in the order of their first packet. */
    List<FlowTruth> truths(WanState wan, double now) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < flows.capacity(); i++) {
            if (flows.isUsed(i)) {
                order.add(i);
            }
        }
        order.sort((a, b) -> Double.compare(flows.firstAt[a], flows.firstAt[b]));
        var truths = new ArrayList<FlowTruth>();
        for (int flow : order) {
            long key = flows.key(flow);
            truths.add(new FlowTruth(
                    truths.size() + 1L,
                    wan.link(FlowTable.from(key), FlowTable.to(key)).settings.link(),
                    Duration.ofNanos((long) flows.firstAt[flow]),
                    DataSize.ofBytes(flows.taken[flow]),
                    DataSize.ofBytes(flows.delivered[flow]),
                    now - flows.lastAt[flow] < RESTED_NANOS));
        }
        return truths;
    }

    /** The largest receive window a site advertised to a peer so far; 0 when it advertised none. */
    long widestWindow(int site) {
        long widest = 0;
        for (int i = 0; i < flows.capacity(); i++) {
            if (flows.isUsed(i) && FlowTable.from(flows.key(i)) == site) {
                widest = Math.max(widest, flows.window[i]);
            }
        }
        return widest;
    }
}
