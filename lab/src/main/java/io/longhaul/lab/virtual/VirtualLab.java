package io.longhaul.lab.virtual;

import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.Lab;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.List;

/**
 * A lab in virtual time: flows are numbers, an hour of a thousand sites takes seconds. Deterministic: the same input gives
 * the same result. Immutable.
 *
 * @param topology what it emulates
 * @param options how it simulates
 */
public record VirtualLab(LabTopology topology, Options options) implements Lab {
    /**
     * How to simulate.
     *
     * @param payloadShare share of a cap that is payload: {@link #KERNEL_PAYLOAD} to compare with kernel TCP at an MTU of
     *     1500, 1 to compare with the portable lab
     * @param grain events closer together than this count as one; 0 for none, more for large simulations
     */
    public record Options(double payloadShare, Duration grain) {
        /** 1448 octets of payload in a packet of 1500. */
        public static final double KERNEL_PAYLOAD = LossWindow.MSS / 1500.0;

        public static Options defaults() {
            return new Options(KERNEL_PAYLOAD, Duration.ZERO);
        }
    }

    @Override
    public CarriedFlows carry(List<LabFlow> flows, Duration horizon) {
        return new Simulation(topology, flows, horizon, options).run();
    }

    @Override
    public void close() {
        // nothing runs
    }
}
