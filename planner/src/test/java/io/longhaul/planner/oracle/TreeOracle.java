package io.longhaul.planner.oracle;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.VmGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every tree of a small network, by brute force, as a column of the program of {@link PathOracle}. A tree is one over the
 * VMs of every type at every site, each of which receives at most once. Confined to one program.
 */
final class TreeOracle {
    /** More are too many for the solver. */
    static final int MOST_TREES = 3000;

    private static final int MOST_TRIED = 300_000;

    private final TransferRequest request;
    private final List<VmGroup> receivers;
    private final Map<VmGroup, List<Leg>> into = new LinkedHashMap<>();
    private final List<List<Leg>> trees = new ArrayList<>();
    private int tried;

    private TreeOracle(TransferRequest request, Set<Leg> legs) {
        this.request = request;
        legs.forEach(
                leg -> into.computeIfAbsent(leg.to(), any -> new ArrayList<>()).add(leg));
        receivers = List.copyOf(into.keySet());
    }

    /** Adds a share of the data for every tree, all shares summing to 1, to the rows of what legs carry. */
    static void addTrees(TransferRequest request, MPSolver solver, Map<Leg, MPConstraint> legs) {
        MPConstraint everything = solver.makeConstraint(1, 1);
        for (List<Leg> tree : trees(request, legs.keySet())) {
            MPVariable share = solver.makeNumVar(0, 1, "");
            everything.setCoefficient(share, 1);
            tree.forEach(leg -> legs.get(leg).setCoefficient(share, 1));
        }
    }

    /** Every tree over some legs, or more than {@link #MOST_TREES} when these are too many. */
    static List<List<Leg>> trees(TransferRequest request, Set<Leg> legs) {
        var oracle = new TreeOracle(request, legs);
        oracle.enumerate(0, new HashMap<>());
        return oracle.trees;
    }

    /** Whether so many trees were made, or tried, that the rest were left out. */
    static boolean tooMany(TransferRequest request, Set<Leg> legs) {
        var oracle = new TreeOracle(request, legs);
        oracle.enumerate(0, new HashMap<>());
        return oracle.isFull();
    }

    private boolean isFull() {
        return trees.size() > MOST_TREES || tried > MOST_TRIED;
    }

    /** Every receiver gets one leg or none; what makes a tree is kept. */
    private void enumerate(int next, Map<VmGroup, Leg> chosen) {
        tried++;
        if (isFull()) {
            return;
        }
        if (next == receivers.size()) {
            if (isTree(chosen)) {
                trees.add(List.copyOf(chosen.values()));
            }
            return;
        }
        VmGroup receiver = receivers.get(next);
        enumerate(next + 1, chosen);
        for (Leg leg : into.get(receiver)) {
            if (!leadsTo(leg.from(), receiver, chosen)) {
                chosen.put(receiver, leg);
                enumerate(next + 1, chosen);
                chosen.remove(receiver);
            }
        }
    }

    /** Whether following what is chosen from some VMs upwards comes to others. */
    private static boolean leadsTo(VmGroup from, VmGroup goal, Map<VmGroup, Leg> chosen) {
        for (VmGroup at = from;
                at != null;
                at = chosen.containsKey(at) ? chosen.get(at).from() : null) {
            if (at.equals(goal)) {
                return true;
            }
        }
        return false;
    }

    private boolean isTree(Map<VmGroup, Leg> chosen) {
        var reached = new LinkedHashSet<Object>();
        var sending = new LinkedHashSet<VmGroup>();
        chosen.values().forEach(leg -> {
            reached.add(leg.to().site());
            sending.add(leg.from());
        });
        return reached.containsAll(request.to())
                && sending.stream().allMatch(group -> group.site().equals(request.from()) || chosen.containsKey(group))
                && chosen.keySet().stream()
                        .allMatch(group -> request.to().contains(group.site()) || sending.contains(group));
    }
}
