package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells a VM's cap from caps of paths: measures the links of one VM one by one, then all at once (figure 2b of "To Relay or
 * Not to Relay for Inter-Cloud Transfers?", HotCloud 2018). Links that share the VM's cap carry together what one carries
 * alone. Forward asks about the egress of this VM, reverse about its ingress. Blocks the calling thread, which must not
 * be an event loop. Thread-safe.
 */
public final class Contention {
    private static final double SHARED = 1.15;
    private static final double INDEPENDENT = 0.85;

    private final Prober prober;

    public Contention(Prober prober) {
        this.prober = prober;
    }

    /**
     * Runs the study.
     *
     * @param targets at least two agents
     * @param spec of every run
     * @param done hears of every run as it ends
     */
    public ContentionResult run(List<ProbeTarget> targets, ThroughputSpec spec, Consumer<Measurement> done) {
        if (targets.size() < 2) {
            throw new io.longhaul.core.error.InvalidInputException(
                    "The contention study has " + targets.size() + " destination.", "Give two agents or more.");
        }
        var alone = new ArrayList<Measurement>();
        for (ProbeTarget target : targets) {
            Measurement measurement =
                    prober.throughput(target, spec, ProgressListener.NONE).join();
            alone.add(measurement);
            done.accept(measurement);
        }
        List<ProbeRun> started = targets.stream()
                .map(target -> prober.throughput(target, spec, ProgressListener.NONE))
                .toList();
        List<Measurement> together = started.stream().map(ProbeRun::join).toList();
        together.forEach(done);
        return judge(targets, spec.direction(), alone, together);
    }

    private static ContentionResult judge(
            List<ProbeTarget> targets, Direction direction, List<Measurement> alone, List<Measurement> together) {
        var peers = new ArrayList<ContentionResult.Peer>();
        Bandwidth sumAlone = Bandwidth.ZERO;
        Bandwidth sumTogether = Bandwidth.ZERO;
        Bandwidth most = Bandwidth.ZERO;
        for (int i = 0; i < targets.size(); i++) {
            Bandwidth one = rate(alone.get(i));
            Bandwidth beside = rate(together.get(i));
            peers.add(new ContentionResult.Peer(targets.get(i).link().to(), one, beside));
            sumAlone = sumAlone.plus(one);
            sumTogether = sumTogether.plus(beside);
            most = most.max(one);
        }
        var all = new ArrayList<Measurement>(alone);
        all.addAll(together);
        String numbers = "the best link carries " + Show.rate(most) + " alone, all together " + Show.rate(sumTogether)
                + " of " + Show.rate(sumAlone) + " that they carry one by one";
        return new ContentionResult(
                peers, sumTogether, limit(direction, all, sumAlone, sumTogether, most), numbers, all);
    }

    private static BindingLimit limit(
            Direction direction, List<Measurement> all, Bandwidth sumAlone, Bandwidth sumTogether, Bandwidth most) {
        boolean complete = all.stream().allMatch(ThroughputMeasurement.class::isInstance);
        if (!complete || most.isZero()) {
            return BindingLimit.NOT_IDENTIFIED;
        }
        if (all.stream().anyMatch(run -> ((ThroughputMeasurement) run).cpu().endpointLimited())) {
            return BindingLimit.ENDPOINT_CPU;
        }
        if (sumTogether.dividedBy(sumAlone) >= INDEPENDENT) {
            return BindingLimit.PATH_CAP;
        }
        if (sumTogether.dividedBy(most) <= SHARED && direction != Direction.BIDIRECTIONAL) {
            return direction == Direction.FORWARD ? BindingLimit.VM_EGRESS_CAP : BindingLimit.VM_INGRESS_CAP;
        }
        return BindingLimit.NOT_IDENTIFIED;
    }

    private static Bandwidth rate(Measurement measurement) {
        return measurement instanceof ThroughputMeasurement run ? Sweep.rate(run) : Bandwidth.ZERO;
    }
}
