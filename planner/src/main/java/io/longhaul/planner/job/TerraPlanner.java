package io.longhaul.planner.job;

import io.longhaul.core.job.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Coflows on chosen ways. The transfer of every stage is a coflow; stages run where their input lies, since the papers place
 * nothing; coflows come by the least time each takes alone, the shortest first.
 *
 * <ul>
 *   <li>{@code terra} (You and Chowdhury, "Terra: Scalable Cross-Layer GDA Optimizations", arXiv 1904.08480, section 4): the flows of
 *       a pair of sites are one, split over several ways so that the coflow ends first: a linear program.
 *   <li>{@code rapier} (Zhao et al., "RAPIER: Integrating Routing and Scheduling for Coflow-aware Data Center Networks", INFOCOM
 *       2015): every flow has one way: that of the largest part in the same program, if the coflow is faster so than on direct
 *       links.
 * </ul>
 *
 * <p>Terra takes at most 15 shortest ways of any length; here they are the direct link and those with one relay, all of them,
 * at sites of the cluster. Both papers solve anew, on what others leave, at every arrival; here ways and priorities are given
 * once, for a coflow alone, and whoever carries the plan out gives the rest to the next. The tenth that Terra keeps for
 * those behind, its deadlines, and Rapier's limit of waiting are not there.
 */
final class TerraPlanner extends PlacementPlanner {
    private final boolean split;

    TerraPlanner(String name, boolean split) {
        super(name);
        this.split = split;
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }

    @Override
    Draft draft(JobModel model) {
        Draft draft = super.draft(model);
        route(draft, split);
        return draft;
    }

    /** Gives every stage but exchanges the ways on which its transfer ends first. */
    static void route(Draft draft, boolean split) {
        JobModel model = draft.model;
        for (int s = 0; s < model.stageCount; s++) {
            if (model.stages.get(s).kind() == Stage.Kind.EXCHANGE) {
                continue;
            }
            double[][] bits = model.flows(s, draft.shares);
            List<RelayProgram.Detour> detours = RelayProgram.solve(model, bits, RelayProgram.mayRelay(model, s))
                    .detours();
            if (detours.isEmpty()) {
                continue;
            }
            var after = RelayProgram.flows(draft, s, split ? detours : whole(bits, detours));
            if (FlowTimes.of(model, after, 0).seconds() < draft.transfer(s)) {
                draft.setFlows(s, after);
            }
        }
    }

    /** Each flow wholly on the way with its largest part. */
    private static List<RelayProgram.Detour> whole(double[][] bits, List<RelayProgram.Detour> detours) {
        Map<List<Integer>, List<RelayProgram.Detour>> byEnds = new HashMap<>();
        detours.forEach(detour -> byEnds.computeIfAbsent(List.of(detour.from(), detour.to()), any -> new ArrayList<>())
                .add(detour));
        var whole = new ArrayList<RelayProgram.Detour>();
        byEnds.forEach((ends, parts) -> {
            double all = bits[ends.get(0)][ends.get(1)];
            double relayed =
                    parts.stream().mapToDouble(RelayProgram.Detour::bits).sum();
            RelayProgram.Detour largest = parts.stream()
                    .max(Comparator.comparingDouble(RelayProgram.Detour::bits))
                    .orElseThrow();
            if (largest.bits() > all - relayed) {
                whole.add(new RelayProgram.Detour(largest.from(), largest.to(), largest.relay(), all));
            }
        });
        whole.sort(Comparator.comparingInt(RelayProgram.Detour::from).thenComparingInt(RelayProgram.Detour::to));
        return whole;
    }

    @Override
    void order(List<Draft> drafts) {
        record Transfer(Draft draft, int stage, double seconds) {}
        var transfers = new ArrayList<Transfer>();
        for (Draft draft : drafts) {
            for (int s = 0; s < draft.model.stageCount; s++) {
                transfers.add(new Transfer(draft, s, draft.transfer(s)));
            }
        }
        Transfer[] rising = transfers.stream()
                .sorted(Comparator.comparingDouble(Transfer::seconds))
                .toArray(Transfer[]::new);
        for (int rank = 0; rank < rising.length; rank++) {
            rising[rank].draft().priorities[rising[rank].stage()] = rank;
        }
    }
}
