package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.ContentionResult;
import io.longhaul.core.study.ContentionResult.Peer;
import io.longhaul.core.study.ContentionResult.Phase;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.probes.spec.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Says what runs alone and together mean; pure functions. Stateless. */
final class ContentionVerdict {
    private static final double SHARED = 1.15;
    private static final double KEPT = 0.85;

    private ContentionVerdict() {}

    static ContentionResult of(
            Direction direction,
            List<SiteId> sites,
            List<Measurement> alone,
            List<Measurement> staggered,
            List<Phase> phases) {
        Duration step = phases.get(0).end();
        var peers = new ArrayList<Peer>();
        Bandwidth sumAlone = Bandwidth.ZERO;
        Bandwidth sumTogether = Bandwidth.ZERO;
        Bandwidth most = Bandwidth.ZERO;
        double leastKept = Double.POSITIVE_INFINITY;
        for (int i = 0; i < sites.size(); i++) {
            Bandwidth one = alone.get(i) instanceof ThroughputMeasurement run ? Sweep.rate(run) : Bandwidth.ZERO;
            Bandwidth beside = Contention.whileAllRun(staggered, i, step);
            peers.add(new Peer(sites.get(i), one, beside));
            sumAlone = sumAlone.plus(one);
            sumTogether = sumTogether.plus(beside);
            most = most.max(one);
            leastKept = Math.min(leastKept, one.isZero() ? 0 : beside.dividedBy(one));
        }
        var all = new ArrayList<Measurement>(alone);
        all.addAll(staggered);
        String numbers = "the best link carries " + Show.rate(most) + " alone, all together " + Show.rate(sumTogether)
                + " of " + Show.rate(sumAlone) + " that they carry one by one";
        return new ContentionResult(
                direction == Direction.REVERSE,
                peers,
                sumTogether,
                limit(direction, all, kept(peers.get(0)), leastKept, sumTogether, most),
                numbers,
                phases,
                all);
    }

    private static double kept(Peer peer) {
        return peer.alone().isZero() ? 0 : peer.together().dividedBy(peer.alone());
    }

    /** A link that keeps its rate beside the others has a limit of its own, though they may disturb each other. */
    private static BindingLimit limit(
            Direction direction,
            List<Measurement> all,
            double firstKept,
            double leastKept,
            Bandwidth sumTogether,
            Bandwidth most) {
        boolean complete = all.stream().allMatch(ThroughputMeasurement.class::isInstance);
        if (!complete || most.isZero()) {
            return BindingLimit.NOT_IDENTIFIED;
        }
        if (all.stream().anyMatch(run -> ((ThroughputMeasurement) run).cpu().endpointLimited())) {
            return BindingLimit.ENDPOINT_CPU;
        }
        if (firstKept >= KEPT) {
            return BindingLimit.PATH_CAP;
        }
        boolean shared = sumTogether.dividedBy(most) <= SHARED && leastKept < KEPT;
        if (!shared || direction == Direction.BIDIRECTIONAL) {
            return BindingLimit.NOT_IDENTIFIED;
        }
        return direction == Direction.FORWARD ? BindingLimit.VM_EGRESS_CAP : BindingLimit.VM_INGRESS_CAP;
    }
}
