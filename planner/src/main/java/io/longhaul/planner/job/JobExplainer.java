package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.DoubleFunction;

/**
 * Why a plan for a job is as it is: what it waits for, what was rejected, and which measured value would have to be other for
 * one of those to be faster. Stateless, safe for any thread.
 */
public final class JobExplainer {
    /** How far a measured value is varied, down and up. */
    private static final double FURTHEST = 20;

    private static final int MOST_REJECTED = 4;
    private static final int MOST_LINKS = 60;
    private static final int HALVINGS = 20;

    private JobExplainer() {}

    /** One sentence a line: the critical path, then plans that were rejected, then values that would turn the choice. */
    public static List<String> explain(Job job, NetworkModel network, JobPlan plan) {
        var lines = new ArrayList<String>();
        lines.addAll(criticalPath(job, plan));
        List<JobPlan> others = others(job, network, plan);
        for (JobPlan other : others) {
            lines.add(rejected(plan, other));
        }
        lines.addAll(turns(job, network, plan, others));
        return lines;
    }

    private static List<String> criticalPath(Job job, JobPlan plan) {
        List<Stage> stages = job.ofQuery(plan.query()).stages();
        var path = new ArrayList<String>();
        Optional<StagePlan> at = plan.stages().stream().max(Comparator.comparing(StagePlan::end));
        while (at.isPresent()) {
            StagePlan stage = at.get();
            String sends = stage.transfer().isZero()
                    ? "sends nothing"
                    : "sends for " + Show.time(stage.transfer()) + ", waiting for " + stage.binds();
            path.add("Stage " + stage.stage() + " " + sends + "; computes for " + Show.time(stage.compute()) + ".");
            List<String> inputs = stages.stream()
                    .filter(one -> one.name().equals(stage.stage()))
                    .flatMap(one -> one.inputs().stream())
                    .toList();
            at = plan.stages().stream()
                    .filter(one -> inputs.contains(one.stage()))
                    .max(Comparator.comparing(StagePlan::end));
        }
        Collections.reverse(path);
        return path;
    }

    /** The fastest answers of other planners that are not the same plan, each time once. */
    private static List<JobPlan> others(Job job, NetworkModel network, JobPlan plan) {
        Job free = job.withTerms(job.terms().withDeadline(Optional.empty()));
        var seen = new TreeSet<>(List.of(plan.time()));
        return GdaPlanner.all().stream()
                .filter(planner -> !planner.name().equals(plan.strategy()))
                .flatMap(planner -> planner.plan(JobSet.of(free), network).plans().stream())
                .sorted(Comparator.comparing(JobPlan::time).thenComparing(JobPlan::strategy))
                .filter(other -> seen.add(other.time()))
                .limit(MOST_REJECTED)
                .toList();
    }

    private static String rejected(JobPlan plan, JobPlan other) {
        double part = Durations.seconds(other.time()) / Math.max(1e-9, Durations.seconds(plan.time())) - 1;
        StagePlan longest = other.stages().stream()
                .max(Comparator.comparing(stage -> stage.end().minus(stage.start())))
                .orElseThrow();
        boolean moves = longest.transfer().compareTo(longest.compute()) > 0;
        return "Rejected: " + other.strategy() + ", " + Show.time(other.time()) + " and "
                + Show.money(other.cost()) + ", " + Show.percent(Math.abs(part)) + (part >= 0 ? " slower" : " faster")
                + (part < 0 ? ", but dearer or beyond what is asked" : "") + "; its stage " + longest.stage()
                + " waits for " + (moves ? longest.binds() : "its slots") + ".";
    }

    /** A measured value, and the network with it so many times as large. */
    private record Value(String name, Bandwidth now, DoubleFunction<NetworkModel> times) {}

    private static List<String> turns(Job job, NetworkModel network, JobPlan plan, List<JobPlan> others) {
        var turns = new ArrayList<String>();
        for (Value value : values(job, network, plan)) {
            boolean binds = seconds(job, plan, value.times().apply(0.5)) > seconds(job, plan, network) * (1 + 1e-6);
            if (binds) {
                for (JobPlan other : others) {
                    turn(job, plan, other, value).ifPresent(turns::add);
                }
            }
        }
        if (turns.isEmpty() && !others.isEmpty()) {
            turns.add(
                    "No single cap or path between a twentieth of what was measured and twenty times that makes one of"
                            + " them faster.");
        }
        return turns;
    }

    private static List<Value> values(Job job, NetworkModel network, JobPlan plan) {
        var values = new ArrayList<Value>();
        for (var site : job.cluster().keySet()) {
            SiteModel model = network.getSite(site);
            VmCaps caps = model.caps();
            values.add(new Value(
                    "the egress of " + site,
                    caps.egress(),
                    factor -> network.with(model.withCaps(vm ->
                            new VmCaps(vm.egress().times(factor), vm.ingress(), vm.perFlow(), vm.egressBucket())))));
            values.add(new Value(
                    "the ingress of " + site,
                    caps.ingress(),
                    factor -> network.with(model.withCaps(vm ->
                            new VmCaps(vm.egress(), vm.ingress().times(factor), vm.perFlow(), vm.egressBucket())))));
        }
        plan.stages().stream()
                .flatMap(stage -> stage.flows().stream())
                .map(RoutedFlow::legs)
                .flatMap(List::stream)
                .distinct()
                .sorted()
                .limit(MOST_LINKS)
                .forEach((Link leg) -> {
                    LinkModel link = network.getLink(leg);
                    values.add(new Value(
                            "the path " + leg,
                            link.rates().maxRate(),
                            factor -> network.with(link.withRates(link.rates().times(factor)))));
                });
        return values;
    }

    /** Where another plan begins to be faster as a value falls or rises. */
    private static Optional<String> turn(Job job, JobPlan plan, JobPlan other, Value value) {
        for (double end : new double[] {1 / FURTHEST, FURTHEST}) {
            if (!isFaster(job, other, plan, value.times().apply(end))) {
                continue;
            }
            double ours = 1;
            double theirs = end;
            for (int i = 0; i < HALVINGS; i++) {
                double middle = Math.sqrt(ours * theirs);
                boolean faster = isFaster(job, other, plan, value.times().apply(middle));
                theirs = faster ? middle : theirs;
                ours = faster ? ours : middle;
            }
            return Optional.of("If " + value.name() + " were " + (end < 1 ? "below " : "above ")
                    + Show.rate(value.now().times(theirs)) + " a VM, not " + Show.rate(value.now()) + ", "
                    + other.strategy() + " would be faster.");
        }
        return Optional.empty();
    }

    private static boolean isFaster(Job job, JobPlan one, JobPlan other, NetworkModel network) {
        return seconds(job, one, network) < seconds(job, other, network) * (1 - 1e-6);
    }

    private static double seconds(Job job, JobPlan plan, NetworkModel network) {
        try {
            return Durations.seconds(JobPlanner.retimed(job, plan, network).time());
        } catch (InvalidInputException unending) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
