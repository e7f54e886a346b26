package io.longhaul.lab;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobRun.StageRun;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.LabFlow.After;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A plan of a job as flows of a {@link Lab}: those of a stage wait for the stages it takes from, and each keeps the pace with
 * which all of the stage end together. Computing is time that passes, as long as planned. Legs of a flow that is passed on carry
 * at the same time. One round is carried; data that the plan moves beforehand lie there already. Immutable.
 */
public final class JobFlows {
    private static final double BITS = 8;

    private final Job job;
    private final JobPlan plan;
    private final List<LabFlow> flows = new ArrayList<>();
    /** By stage, its number in the plan, the moment it starts. */
    private final List<Moment> starts = new ArrayList<>();

    /** By stage, the numbers of its flows; empty when it sends nothing. */
    private final List<List<Integer>> ofStage = new ArrayList<>();

    /**
     * The later of a time from the start, and of some flows' ends with delays.
     *
     * @param after delays by flow
     */
    private record Moment(Duration fixed, Map<Integer, Duration> after) {
        static final Moment START = new Moment(Duration.ZERO, Map.of());

        Moment plus(Duration time) {
            var later = new TreeMap<Integer, Duration>();
            after.forEach((flow, delay) -> later.put(flow, delay.plus(time)));
            return new Moment(fixed.plus(time), later);
        }

        Moment orLater(Moment other) {
            var both = new TreeMap<>(after);
            other.after.forEach((flow, delay) -> both.merge(flow, delay, JobFlows::later));
            return new Moment(later(fixed, other.fixed), both);
        }

        List<After> waits() {
            return after.entrySet().stream()
                    .map(entry -> new After(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /** The flows of a plan for a job. */
    public JobFlows(Job job, JobPlan plan) {
        this.job = job.ofQuery(plan.query());
        this.plan = plan;
        var ends = new HashMap<String, Moment>();
        for (int s = 0; s < plan.stages().size(); s++) {
            StagePlan stage = plan.stages().get(s);
            Moment start = Moment.START;
            for (String input : this.job.stages().get(s).inputs()) {
                start = start.orLater(ends.getOrDefault(input, Moment.START));
            }
            starts.add(start);
            ofStage.add(new ArrayList<>());
            ends.put(stage.stage(), transfer(stage, s, start).plus(stage.compute()));
        }
    }

    private static Duration later(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Adds the flows of a stage; when the last of them has arrived. */
    private Moment transfer(StagePlan stage, int number, Moment start) {
        var phases = new TreeSet<>(stage.flows().stream().map(RoutedFlow::phase).toList());
        Moment begin = start;
        for (int phase : phases) {
            var ends = new TreeMap<Integer, Duration>();
            for (RoutedFlow flow : stage.flows()) {
                if (flow.phase() == phase && !flow.size().isZero()) {
                    for (Link leg : flow.legs()) {
                        var carried = LabFlow.of(leg, flow.streams(), flow.size(), begin.fixed())
                                .after(begin.waits());
                        ends.put(flows.size(), Duration.ZERO);
                        ofStage.get(number).add(flows.size());
                        // of several phases, how long each takes is not in the plan
                        flows.add(phases.size() == 1 ? carried.at(pace(flow.size(), stage.transfer())) : carried);
                    }
                }
            }
            begin = ends.isEmpty() ? begin : new Moment(Duration.ZERO, ends);
        }
        return begin;
    }

    private static Bandwidth pace(DataSize size, Duration time) {
        double rate = size.bytes() * BITS / Math.max(1e-3, Durations.seconds(time));
        return Bandwidth.ofBitsPerSecond(Math.max(1, Math.ceil(rate)));
    }

    /** In an order in which each comes after those it waits for. */
    public List<LabFlow> flows() {
        return List.copyOf(flows);
    }

    /** How the stages went; empty when a flow was not whole by the horizon. */
    public Optional<List<StageRun>> stages(CarriedFlows carried) {
        var ends = new ArrayList<Duration>();
        for (int i = 0; i < flows.size(); i++) {
            Optional<Duration> end = carried.finishedAt(i);
            if (end.isEmpty()) {
                return Optional.empty();
            }
            ends.add(end.get());
        }
        var runs = new ArrayList<StageRun>();
        for (int s = 0; s < plan.stages().size(); s++) {
            StagePlan stage = plan.stages().get(s);
            Duration start = starts.get(s).fixed();
            for (var wait : starts.get(s).after().entrySet()) {
                start = later(start, ends.get(wait.getKey()).plus(wait.getValue()));
            }
            Duration arrived = start;
            String slowest = "";
            for (int flow : ofStage.get(s)) {
                if (ends.get(flow).compareTo(arrived) > 0) {
                    arrived = ends.get(flow);
                    slowest = flows.get(flow).link().toString();
                }
            }
            runs.add(new StageRun(stage.stage(), start, arrived, arrived.plus(stage.compute()), slowest));
        }
        return Optional.of(runs);
    }
}
