package io.longhaul.cli.league;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.LeagueRow;
import io.longhaul.core.job.LeagueRow.Input;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.planner.job.GdaPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Jobs of a set, each alone on one network, planned by every strategy on what one stream shows and on the network as it is, and
 * carried out by the judge. Confined to one thread.
 */
public final class League {
    /** A thousandth of the shortest transfers that are drawn. */
    private static final Duration GRAIN = Duration.ofMillis(1);

    private static final double MILLION = 1e6;

    private final String name;
    private final NetworkModel network;
    private final NetworkModel believed;
    private final List<GdaPlanner> planners;

    /**
     * A league on one network.
     *
     * @param name of the network
     * @param network as it is; what one stream carries has to be known of the links that jobs use
     */
    public League(String name, NetworkModel network, List<GdaPlanner> planners) {
        this.name = name;
        this.network = network;
        this.believed = believed(network);
        this.planners = List.copyOf(planners);
    }

    /**
     * What one stream shows: the rate of each link, which more streams do not raise; and as cap of a site the fastest that leaves
     * or reaches it, since nobody who measures one stream sees more of a VM. The literature takes that for the link of a site.
     */
    static NetworkModel believed(NetworkModel network) {
        NetworkModel single = network.withOneStream();
        Map<SiteId, Bandwidth> out = new HashMap<>();
        Map<SiteId, Bandwidth> in = new HashMap<>();
        for (LinkModel link : single.links()) {
            Bandwidth rate = link.rates().maxRate();
            out.merge(link.link().from(), rate, Bandwidth::max);
            in.merge(link.link().to(), rate, Bandwidth::max);
        }
        return new NetworkModel(
                network.sites().stream()
                        .map(site -> SiteModel.of(
                                site.id(),
                                VmCaps.of(
                                        out.getOrDefault(site.id(), Bandwidth.ofBitsPerSecond(1)),
                                        in.getOrDefault(site.id(), Bandwidth.ofBitsPerSecond(1))),
                                site.vmPrice()))
                        .toList(),
                single.links());
    }

    /**
     * Runs what is not there yet.
     *
     * @param there whether a row of a key is
     * @param found told of each row
     * @param stopped asked before each job
     */
    public void run(JobSet jobs, Predicate<String> there, Consumer<List<LeagueRow>> found, BooleanSupplier stopped) {
        for (Job job : jobs.jobs()) {
            var rows = new ArrayList<LeagueRow>();
            for (GdaPlanner planner : planners) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                String key =
                        new Entry(jobs, job, planner, Input.TRUE).failed(0, "").key();
                if (!there.test(key)) {
                    rows.addAll(rows(jobs, alone(job), planner));
                }
            }
            found.accept(rows);
        }
    }

    private static Job alone(Job job) {
        return job.withTerms(job.terms().withArrival(Duration.ZERO));
    }

    /** The row that is written last is that of the network as it is, so that its key says that all are there. */
    private List<LeagueRow> rows(JobSet jobs, Job job, GdaPlanner planner) {
        var rows = new ArrayList<LeagueRow>();
        JobSet alone = JobSet.of(job);
        Planned wrong = plan(alone, planner, believed);
        for (Input input : List.of(Input.SINGLE_STREAM, Input.MORE_STREAMS, Input.BELIEVED)) {
            rows.add(new Entry(jobs, job, planner, input).judged(wrong));
        }
        rows.add(new Entry(jobs, job, planner, Input.TRUE).judged(plan(alone, planner, network)));
        return rows;
    }

    /**
     * What a planner answered.
     *
     * @param plan with one job at most
     */
    private record Planned(JobsPlan plan, double millis, String failure) {}

    private static Planned plan(JobSet jobs, GdaPlanner planner, NetworkModel seen) {
        long start = System.nanoTime();
        try {
            JobsPlan plan = planner.plan(jobs, seen);
            double millis = (System.nanoTime() - start) / MILLION;
            return new Planned(
                    plan,
                    millis,
                    plan.refused().isEmpty() ? "" : plan.refused().get(0).reason());
        } catch (LonghaulException e) {
            return new Planned(
                    new JobsPlan(planner.name(), List.of(), List.of()),
                    (System.nanoTime() - start) / MILLION,
                    e.message());
        }
    }

    /** One row in the making. */
    private final class Entry {
        private final JobSet jobs;
        private final Job job;
        private final GdaPlanner planner;
        private final Input input;

        Entry(JobSet jobs, Job job, GdaPlanner planner, Input input) {
            this.jobs = jobs;
            this.job = job;
            this.planner = planner;
            this.input = input;
        }

        LeagueRow failed(double millis, String why) {
            return new LeagueRow(
                    name,
                    jobs.name(),
                    job.name(),
                    planner.name(),
                    input,
                    OptionalDouble.empty(),
                    0,
                    0,
                    OptionalDouble.empty(),
                    millis,
                    why);
        }

        LeagueRow judged(Planned planned) {
            if (planned.plan().plans().isEmpty()) {
                return failed(planned.millis(), planned.failure());
            }
            JobPlan plan = planned.plan().plans().get(0);
            JobPlan carried = input == Input.MORE_STREAMS ? changed(plan, League.this::withAllStreams) : plan;
            NetworkModel world = input == Input.BELIEVED ? believed : network;
            try {
                JobRun run = carryOut(carried, world);
                double relayed = relayed(carried);
                return new LeagueRow(
                        name,
                        jobs.name(),
                        job.name(),
                        planner.name(),
                        input,
                        OptionalDouble.of(Durations.seconds(run.taken())),
                        run.cost().dollars(),
                        relayed,
                        relayed == 0
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(Durations.seconds(carryOut(changed(carried, League::direct), world)
                                        .taken())),
                        planned.millis(),
                        "");
            } catch (LonghaulException e) {
                return failed(planned.millis(), e.message());
            }
        }

        private JobRun carryOut(JobPlan plan, NetworkModel world) {
            return JobJudge.carryOut(
                            JobSet.of(job), new JobsPlan(plan.strategy(), List.of(plan), List.of()), world, GRAIN)
                    .get(0);
        }
    }

    private static double relayed(JobPlan plan) {
        double all = 0;
        double relayed = 0;
        for (StagePlan stage : plan.stages()) {
            for (RoutedFlow flow : stage.flows()) {
                all += flow.size().bytes();
                relayed += flow.via().isEmpty() ? 0 : flow.size().bytes();
            }
        }
        return all == 0 ? 0 : relayed / all;
    }

    private static JobPlan changed(JobPlan plan, UnaryOperator<RoutedFlow> change) {
        List<StagePlan> stages = plan.stages().stream()
                .map(stage -> new StagePlan(
                        stage.stage(),
                        stage.shares(),
                        stage.flows().stream().map(change).toList(),
                        stage.priority(),
                        stage.start(),
                        stage.transfer(),
                        stage.compute(),
                        stage.binds()))
                .toList();
        return new JobPlan(
                plan.strategy(),
                plan.job(),
                plan.query(),
                plan.vms(),
                plan.beforehand(),
                stages,
                plan.time(),
                plan.bound(),
                plan.egress(),
                plan.vmCost());
    }

    private RoutedFlow withAllStreams(RoutedFlow flow) {
        int most = flow.legs().stream()
                .flatMap(leg -> network.findLink(leg).stream())
                .map(LinkModel::rates)
                .mapToInt(RateCurve::maxStreams)
                .max()
                .orElse(1);
        return new RoutedFlow(
                flow.from(),
                flow.to(),
                flow.size(),
                flow.via(),
                Math.max(most, flow.streams()),
                flow.weight(),
                flow.phase(),
                flow.pieces());
    }

    private static RoutedFlow direct(RoutedFlow flow) {
        return flow.via().isEmpty()
                ? flow
                : new RoutedFlow(
                        flow.from(),
                        flow.to(),
                        flow.size(),
                        List.of(),
                        flow.streams(),
                        flow.weight(),
                        flow.phase(),
                        List.of());
    }
}
