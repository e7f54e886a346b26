package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.ContentionResult;
import io.longhaul.core.study.ContentionResult.Peer;
import io.longhaul.core.study.ContentionResult.Phase;
import io.longhaul.core.study.ContentionRuns;
import io.longhaul.core.study.ContentionRuns.Flow;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what runs alone and together mean; pure functions. Stateless. */
public final class Contentions {
    private static final double SHARED = 1.15;
    private static final double INDEPENDENT = 1.3;
    private static final double HELD_BACK = 0.9;

    private Contentions() {}

    /** What the runs say of the cap they share, or do not. */
    public static ContentionResult of(ContentionRuns runs) {
        List<SiteId> sites = runs.sites();
        List<Measurement> alone = runs.alone();
        List<Measurement> staggered = runs.inTurn();
        if (alone.size() < sites.size()
                || staggered.size() < sites.size()
                || staggered.stream().allMatch(run -> rate(run).isEmpty())) {
            return incomplete(runs);
        }
        var inTurn = new ContentionPhases(staggered);
        List<Phase> phases = inTurn.all();
        Optional<Phase> together = phases.stream()
                .filter(phase -> phase.running().size() == sites.size())
                .findFirst();
        if (together.isEmpty()) {
            return incomplete(runs);
        }
        var peers = new ArrayList<Peer>();
        Bandwidth sumAlone = Bandwidth.ZERO;
        Bandwidth sumTogether = Bandwidth.ZERO;
        Bandwidth firstAlone = rate(alone.get(0)).orElse(Bandwidth.ZERO);
        for (int i = 0; i < sites.size(); i++) {
            Bandwidth one = rate(alone.get(i)).orElse(Bandwidth.ZERO);
            Bandwidth beside = inTurn.rate(i, together.get());
            peers.add(new Peer(
                    sites.get(i), rate(alone.get(i)), rate(staggered.get(i)).map(any -> beside)));
            sumAlone = sumAlone.plus(one);
            sumTogether = sumTogether.plus(beside);
        }
        var all = new ArrayList<Measurement>(alone);
        all.addAll(staggered);
        String numbers = "the first link carries " + Show.rate(firstAlone) + " alone, all together "
                + Show.rate(sumTogether) + " of " + Show.rate(sumAlone) + " that they carry one by one";
        return new ContentionResult(
                runs.flow() == Flow.IN,
                peers,
                Optional.of(sumTogether),
                limit(runs.flow(), all, new Carried(firstAlone, sumAlone, sumTogether)),
                numbers,
                phases,
                all);
    }

    /** What is known when the links did not all run together. */
    private static ContentionResult incomplete(ContentionRuns runs) {
        List<Measurement> alone = runs.alone();
        var peers = new ArrayList<Peer>();
        for (int i = 0; i < runs.sites().size(); i++) {
            Optional<Bandwidth> one = i < alone.size() ? rate(alone.get(i)) : Optional.empty();
            peers.add(new Peer(runs.sites().get(i), one, Optional.empty()));
        }
        var all = new ArrayList<Measurement>(alone);
        all.addAll(runs.inTurn());
        return new ContentionResult(
                runs.flow() == Flow.IN,
                peers,
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                "the study ended before the links ran together",
                List.of(),
                all);
    }

    private static Optional<Bandwidth> rate(Measurement run) {
        return run instanceof ThroughputMeasurement whole && whole.stopped() != StopReason.INTERRUPTED
                ? whole.rate()
                : Optional.empty();
    }

    private static BindingLimit limit(Flow flow, List<Measurement> all, Carried carried) {
        boolean complete = all.stream().allMatch(ThroughputMeasurement.class::isInstance);
        if (!complete || carried.firstAlone().isZero()) {
            return BindingLimit.NOT_IDENTIFIED;
        }
        if (all.stream().anyMatch(run -> ((ThroughputMeasurement) run).endpointLimited())) {
            return BindingLimit.ENDPOINT_CPU;
        }
        return limit(flow, carried);
    }

    /**
     * What links carry.
     *
     * @param firstAlone the first with nothing beside it
     * @param sumAlone all, one by one
     * @param sumTogether all, at the same time
     */
    record Carried(Bandwidth firstAlone, Bandwidth sumAlone, Bandwidth sumTogether) {}

    /**
     * A link that alone carries what all carry together stands at the cap they share, if together they do carry less than one
     * by one: a small link beside a large one shows nothing. One that carries clearly less has a limit of its own, even if the
     * links also share a cap that is higher.
     */
    static BindingLimit limit(Flow flow, Carried carried) {
        double times = carried.sumTogether().dividedBy(carried.firstAlone());
        if (times >= INDEPENDENT) {
            return BindingLimit.PATH_CAP;
        }
        boolean undisturbed = carried.sumTogether().dividedBy(carried.sumAlone()) > HELD_BACK;
        if (times > SHARED || undisturbed || flow == Flow.BOTH) {
            return BindingLimit.NOT_IDENTIFIED;
        }
        return flow == Flow.OUT ? BindingLimit.VM_EGRESS_CAP : BindingLimit.VM_INGRESS_CAP;
    }
}
