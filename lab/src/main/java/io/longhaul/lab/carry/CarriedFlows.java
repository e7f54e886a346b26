package io.longhaul.lab.carry;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.virtual.VirtualFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came of flows that the faithful lab carried, flow by flow in the order they were given: the counterpart of {@link
 * io.longhaul.lab.virtual.VirtualRun}, measured at the receivers. Immutable.
 */
public final class CarriedFlows {
    /** Opening and closing many streams takes a while after the horizon. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<Carried> flows;

    CarriedFlows(List<Carried> flows) {
        this.flows = List.copyOf(flows);
    }

    /**
     * Carries flows of TCP streams between sites; times count from when all sockets and threads are made. A flow without
     * volume ends with its stop or with the horizon; one with a volume that is not done by then is given up.
     *
     * @param horizon when all of it ends
     * @throws InvalidInputException when a flow's link is not of the lab's topology
     * @throws io.longhaul.lab.LabException when the lab fails
     */
    public static CarriedFlows carry(FaithfulLab lab, List<VirtualFlow> flows, Duration horizon) {
        flows.forEach(flow -> lab.topology().getLink(flow.link()));
        String answer = lab.call(CarryTask.class, CarryMessages.ask(flows, horizon), progress -> {})
                .await(horizon.plus(PATIENCE));
        return CarryMessages.readAnswer(answer);
    }

    /** What a flow's receiver had got by a time: the last count until then. */
    public DataSize receivedBy(int flow, Duration time) {
        return DataSize.ofBytes((long) flows.get(flow).at(Durations.seconds(time)));
    }

    /** The mean rate at which a flow's receiver got data between two times. */
    public Bandwidth meanRate(int flow, Duration from, Duration until) {
        DataSize received = receivedBy(flow, until).minus(receivedBy(flow, from));
        return Bandwidth.of(received, until.minus(from));
    }

    /** When a flow's receivers had got its whole volume; empty when they had not by the horizon. */
    public Optional<Duration> finishedAt(int flow) {
        double at = flows.get(flow).finishedSeconds();
        return Double.isNaN(at) ? Optional.empty() : Optional.of(Durations.ofSeconds(at));
    }

    /**
     * One flow's counts.
     *
     * @param seconds when it was counted
     * @param bytes what its receivers had got by then
     * @param finishedSeconds when the whole volume was there; NaN if never
     */
    record Carried(List<Double> seconds, List<Long> bytes, double finishedSeconds) {
        Carried {
            seconds = List.copyOf(seconds);
            bytes = List.copyOf(bytes);
        }

        double at(double time) {
            int next = 0;
            while (next < seconds.size() && seconds.get(next) <= time) {
                next++;
            }
            if (next == 0 || next == seconds.size()) {
                return next == 0 ? 0 : bytes.get(next - 1);
            }
            double share = (time - seconds.get(next - 1)) / (seconds.get(next) - seconds.get(next - 1));
            return bytes.get(next - 1) + share * (bytes.get(next) - bytes.get(next - 1));
        }
    }

    /** All flows together. */
    public Bandwidth totalRate(Duration from, Duration until) {
        var sum = new ArrayList<Double>();
        for (int i = 0; i < flows.size(); i++) {
            sum.add((double) meanRate(i, from, until).bitsPerSecond());
        }
        return Bandwidth.ofBitsPerSecond(
                sum.stream().mapToDouble(Double::doubleValue).sum());
    }
}
