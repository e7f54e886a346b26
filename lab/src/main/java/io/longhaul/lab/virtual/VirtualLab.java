package io.longhaul.lab.virtual;

import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.FlowCurve;
import io.longhaul.lab.Lab;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

        /** Linux acknowledges every second packet of 1500 octets with one of 52: headers of IPv4 and TCP with time stamps. */
        static final double ACK_SHARE = 52 / (2 * 1500.0);

        /** The share of a cap that is payload when as much goes the other way, and is acknowledged. */
        public static final double KERNEL_BOTH_WAYS = KERNEL_PAYLOAD / (1 + ACK_SHARE);

        public static Options defaults() {
            return new Options(KERNEL_PAYLOAD, Duration.ZERO);
        }
    }

    @Override
    public CarriedFlows carry(List<LabFlow> flows, Duration horizon) {
        return new Run(flows, Durations.seconds(horizon)).carry();
    }

    @Override
    public void close() {
        // nothing runs
    }

    /** One carrying: what each flow waits for, and what came of it. */
    private final class Run {
        private final List<LabFlow> specs;
        private final double horizon;
        private final VirtualWan wan = new VirtualWan(topology, options.payloadShare());
        private final Simulation simulation =
                new Simulation(wan.resources(), Durations.seconds(options.grain()), this::ended);
        private final List<FlowState> flows = new ArrayList<>();
        private final List<FlowCurve> curves = new ArrayList<>();
        private final Map<FlowState, Integer> numbers = new HashMap<>();
        /** When each was whole at its sender; infinite while it is not. */
        private final double[] finished;

        /** How many flows each waits for still. */
        private final int[] waits;

        private final double[] starts;

        Run(List<LabFlow> specs, double horizon) {
            this.specs = specs;
            this.horizon = horizon;
            finished = new double[specs.size()];
            waits = new int[specs.size()];
            starts = new double[specs.size()];
        }

        CarriedFlows carry() {
            LabFlow.requireOrder(specs);
            for (int i = 0; i < specs.size(); i++) {
                LabFlow spec = specs.get(i);
                var curve = new FlowCurve();
                double volume =
                        spec.volume().map(octets -> (double) octets.bytes()).orElse(Double.MAX_VALUE);
                double pace =
                        spec.pace().map(rate -> (double) rate.bitsPerSecond()).orElse(Double.POSITIVE_INFINITY);
                var flow = new FlowState(
                        wan.way(spec.link()), spec.streams(), volume, spec.streams(), 0, pace, false, curve);
                flows.add(flow);
                curves.add(curve);
                numbers.put(flow, i);
                finished[i] = Double.POSITIVE_INFINITY;
                starts[i] = Durations.seconds(spec.start());
                waits[i] = spec.after().size();
                if (waits[i] == 0) {
                    begin(i);
                }
                spec.stop().ifPresent(stop -> simulation.at(Durations.seconds(stop), () -> simulation.stop(flow)));
            }
            var timeline = new Timeline(topology);
            if (!timeline.isEmpty()) {
                simulation.at(0, () -> change(timeline));
            }
            simulation.run(horizon);
            var outcomes = new ArrayList<CarriedFlows.Outcome>();
            for (int i = 0; i < flows.size(); i++) {
                FlowState flow = flows.get(i);
                flow.settle(horizon);
                outcomes.add(new CarriedFlows.Outcome(curves.get(i), flow.way.oneWay(), finished[i]));
            }
            return new CarriedFlows(outcomes);
        }

        private void begin(int flow) {
            simulation.at(starts[flow], () -> {
                if (!flows.get(flow).left) {
                    simulation.start(flows.get(flow));
                }
            });
        }

        private void ended(FlowState flow) {
            int number = Objects.requireNonNull(numbers.get(flow));
            finished[number] = simulation.now();
            double received = simulation.now() + flow.way.oneWay();
            for (int i = number + 1; i < specs.size(); i++) {
                for (LabFlow.After after : specs.get(i).after()) {
                    if (after.flow() == number) {
                        starts[i] = Math.max(starts[i], received + Durations.seconds(after.delay()));
                        if (--waits[i] == 0) {
                            begin(i);
                        }
                    }
                }
            }
        }

        private void change(Timeline timeline) {
            for (Timeline.Value value : timeline.advanceTo(Durations.ofSeconds(simulation.now()))) {
                wan.apply(value, simulation.now());
                simulation.changed();
            }
            simulation.at(simulation.now() + Durations.seconds(Timeline.GRAIN), () -> change(timeline));
        }
    }
}
