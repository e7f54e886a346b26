package io.longhaul.lab.virtual;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobRun.StageRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.RoutedFlow.Piece;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Carries plans of jobs out in virtual time on the network as it is, whatever network they were planned on: all flows of all
 * jobs share the VMs of their sites, the paths, token buckets and slots, by the priorities and weights of their plans; streams
 * connect and ramp up. A stage begins when all it takes from have ended, computes when its last octet has arrived, and ends with
 * its slowest site. The same input gives the same result. Stateless, safe for any thread.
 *
 * <p>A flow with pieces sends as they say; what it lost to a network slower than it was planned for, it makes up from what all
 * others leave, and after its last piece as fast as it may.
 */
public final class JobJudge {
    /** What an octet of a flow is in bits, and a second of a slot in the octets of {@link JobNetwork#SLOT}. */
    private static final double BITS = 8;

    private static final double UNPACED = Double.POSITIVE_INFINITY;

    private final JobSet jobs;
    private final JobNetwork network;
    private final NetworkModel model;
    private final Simulation simulation;
    /** Whether flows are never faster than all of their stage end together. */
    private final boolean paced;

    private final Map<FlowState, Runnable> whenEnded = new HashMap<>();

    private JobJudge(JobSet jobs, JobsPlan plan, NetworkModel model, Duration grain, boolean paced) {
        this.jobs = jobs;
        this.paced = paced;
        this.model = model;
        var vms = new HashMap<SiteId, Integer>();
        plan.plans().forEach(one -> one.vms().forEach((site, count) -> vms.merge(site, count, Math::max)));
        network = new JobNetwork(model, jobs.cluster(), vms);
        simulation = new Simulation(network.resources(), Durations.seconds(grain), this::ended);
    }

    /**
     * How the jobs go that a plan takes, in its order.
     *
     * @param network the network as it is
     * @param grain events closer together than this count as one: 1 us or less to be exact, more to be fast
     * @throws InvalidInputException when the network lacks a site or a link of the plan, or a job never ends
     */
    public static List<JobRun> carryOut(JobSet jobs, JobsPlan plan, NetworkModel network, Duration grain) {
        return new JobJudge(jobs, plan, network, grain, false).carryOut(plan.plans());
    }

    /**
     * How one job goes whose flows keep the pace of {@link io.longhaul.lab.JobFlows}, as in a lab: nothing is faster than
     * planned, so that what is lost to slow start is not made up.
     *
     * @throws InvalidInputException as above
     */
    public static JobRun carryOutAtPace(Job job, JobPlan plan, NetworkModel network) {
        var plans = new JobsPlan(plan.strategy(), List.of(plan), List.of());
        return new JobJudge(JobSet.of(job), plans, network, Duration.ofNanos(1000), true)
                .carryOut(plans.plans())
                .get(0);
    }

    private List<JobRun> carryOut(List<JobPlan> plans) {
        Map<String, Job> byName = jobs.byName();
        List<Running> running = plans.stream()
                .map(plan -> new Running(named(byName, plan.job()).ofQuery(plan.query()), plan))
                .toList();
        running.forEach(Running::arrive);
        simulation.run(Double.POSITIVE_INFINITY);
        return running.stream().map(Running::result).toList();
    }

    private Job named(Map<String, Job> byName, String name) {
        Job job = byName.get(name);
        if (job == null) {
            throw new InvalidInputException(
                    "The job " + name + " is not among " + jobs.name() + ".", "Judge a plan with its own jobs.");
        }
        return job;
    }

    private void ended(FlowState flow) {
        Objects.requireNonNull(whenEnded.remove(flow)).run();
    }

    private FlowState begin(Way way, int streams, double octets, double weight, int rank, double pace, Runnable then) {
        var flow = new FlowState(way, streams, octets, weight, rank, pace, !paced, null);
        whenEnded.put(flow, then);
        simulation.start(flow);
        return flow;
    }

    /** One job while it runs. */
    private final class Running {
        private final Job job;
        private final JobPlan plan;
        private final List<StageState> stages = new ArrayList<>();
        private final double arrival;
        private List<StageRun> firstRound = List.of();
        private int rounds;
        private int open;
        private double end = -1;

        Running(Job job, JobPlan plan) {
            this.job = job;
            this.plan = plan;
            arrival = Durations.seconds(job.terms().arrival());
        }

        void arrive() {
            var moves = new Countdown(plan.beforehand().size() + 1, this::round);
            int rank = plan.stages().get(0).priority();
            for (JobPlan.Move move : plan.beforehand()) {
                simulation.at(0, () -> send(move.flow(), rank, 0, UNPACED, moves::oneLess));
            }
            simulation.at(arrival, moves::oneLess);
        }

        private void round() {
            stages.clear();
            open = plan.stages().size();
            Map<String, StageState> byName = new HashMap<>();
            Map<String, DataSize> octets = job.octets();
            for (int s = 0; s < plan.stages().size(); s++) {
                Stage stage = job.stages().get(s);
                var state = new StageState(this, stage, plan.stages().get(s), work(stage, octets));
                for (String input : stage.inputs()) {
                    StageState from = byName.get(input);
                    if (from != null) {
                        from.next.add(state);
                        state.waits++;
                    }
                }
                byName.put(stage.name(), state);
                stages.add(state);
            }
            stages.stream().filter(state -> state.waits == 0).toList().forEach(StageState::start);
        }

        void stageEnded() {
            if (--open > 0) {
                return;
            }
            if (rounds == 0) {
                firstRound = stages.stream().map(StageState::result).toList();
            }
            if (++rounds < job.repeat().rounds()) {
                simulation.at(simulation.now(), this::round);
            } else {
                end = simulation.now();
            }
        }

        /** Slot-seconds of a stage. */
        private double work(Stage stage, Map<String, DataSize> octets) {
            double gigabytes = stage.inputs().stream()
                            .mapToDouble(input ->
                                    octets.getOrDefault(input, DataSize.ZERO).bytes())
                            .sum()
                    / 1e9;
            return gigabytes * Durations.seconds(stage.perGigabyte())
                    + stage.tasks() * Durations.seconds(stage.perTask());
        }

        /**
         * @param from the moment that the times of its pieces count from
         * @param pace bit/s that it never exceeds
         */
        void send(RoutedFlow flow, int rank, double from, double pace, Runnable then) {
            Way way = network.way(flow, plan.vms());
            double octets = flow.size().bytes();
            FlowState state = begin(way, flow.streams(), octets, flow.weight(), rank, pace, () -> {
                if (way.oneWay() == 0) {
                    then.run();
                } else {
                    simulation.at(simulation.now() + way.oneWay(), then);
                }
            });
            if (flow.pieces().isEmpty()) {
                return;
            }
            pace(state, 0);
            List<Piece> pieces = flow.pieces();
            for (int k = 0; k < pieces.size(); k++) {
                Piece piece = pieces.get(k);
                simulation.at(
                        from + Durations.seconds(piece.start()),
                        () -> pace(state, (double) piece.rate().bitsPerSecond()));
                boolean last = k == pieces.size() - 1;
                // the next may begin before this one ends, by the nanosecond that both are rounded to
                if (last || pieces.get(k + 1).start().compareTo(piece.end()) > 0) {
                    double end = from + Durations.seconds(piece.end());
                    simulation.at(end, () -> pace(state, last ? Double.POSITIVE_INFINITY : 0));
                }
            }
        }

        private void pace(FlowState flow, double rate) {
            flow.setPace(rate, simulation.now());
            simulation.changed();
        }

        JobRun result() {
            if (end < 0) {
                throw new InvalidInputException(
                        "The job " + job.name() + " never ends" + whatWaits() + ".",
                        "Plan it on this network, and see whether every site it uses has VMs and slots.");
            }
            Money cost = plan.egress();
            Duration taken = Durations.ofSeconds(end - arrival);
            for (var vms : plan.vms().entrySet()) {
                SiteShare share = Objects.requireNonNull(job.cluster().get(vms.getKey()));
                cost = cost.plus(share.vm(model.getSite(vms.getKey()))
                        .price()
                        .times(vms.getValue())
                        .times(taken));
            }
            return new JobRun(
                    job.name(), plan.strategy(), job.terms().arrival(), Durations.ofSeconds(end), firstRound, cost);
        }

        private String whatWaits() {
            return stages.stream()
                    .filter(state -> state.started >= 0 && state.ended < 0)
                    .findFirst()
                    .map(state -> ": its stage " + state.stage.name() + " stands still")
                    .orElse("");
        }
    }

    /** One stage while it runs; seconds from the start of the run, -1 before they are known. */
    private final class StageState {
        private final Running of;
        private final Stage stage;
        private final StagePlan plan;
        private final double work;
        private final List<StageState> next = new ArrayList<>();
        private int waits;
        private double started = -1;
        private double computing = -1;
        private double ended = -1;
        private String slowest = "";

        StageState(Running of, Stage stage, StagePlan plan, double work) {
            this.of = of;
            this.stage = stage;
            this.plan = plan;
            this.work = work;
        }

        void start() {
            started = simulation.now();
            phase(new TreeSet<>(plan.flows().stream().map(RoutedFlow::phase).toList()));
        }

        /** The flows of the first of the phases left, then the others. */
        private void phase(NavigableSet<Integer> left) {
            Integer now = left.pollFirst();
            if (now == null) {
                compute();
                return;
            }
            List<RoutedFlow> flows =
                    plan.flows().stream().filter(flow -> flow.phase() == now).toList();
            var arrived = new Countdown(flows.size(), () -> phase(left));
            for (RoutedFlow flow : flows) {
                of.send(flow, plan.priority(), of.arrival, pace(flow, left), () -> {
                    slowest = flow.from() + " -> " + flow.to();
                    arrived.oneLess();
                });
            }
        }

        /** As {@link io.longhaul.lab.JobFlows} has it. */
        private double pace(RoutedFlow flow, Set<Integer> phasesLeft) {
            boolean onePhase = flow.phase() == plan.flows().get(0).phase() && phasesLeft.isEmpty();
            return paced && onePhase
                    ? flow.size().bytes() * BITS / Math.max(1e-3, Durations.seconds(plan.transfer()))
                    : UNPACED;
        }

        private void compute() {
            computing = simulation.now();
            var sites = plan.shares().entrySet().stream()
                    .filter(share -> work * share.getValue() > 0)
                    .toList();
            var done = new Countdown(sites.size(), this::end);
            for (var share : sites) {
                double octets = work * share.getValue() * JobNetwork.SLOT / BITS;
                begin(network.slots(share.getKey()), 1, octets, 1, plan.priority(), UNPACED, done::oneLess);
            }
        }

        private void end() {
            ended = simulation.now();
            for (StageState state : next) {
                if (--state.waits == 0) {
                    state.start();
                }
            }
            of.stageEnded();
        }

        StageRun result() {
            return new StageRun(
                    stage.name(),
                    Durations.ofSeconds(started),
                    Durations.ofSeconds(computing),
                    Durations.ofSeconds(ended),
                    slowest);
        }
    }

    /** Something that happens when so many others have; at once when they are none. */
    private static final class Countdown {
        private final Runnable then;
        private int left;

        Countdown(int count, Runnable then) {
            this.left = count;
            this.then = then;
            if (count == 0) {
                then.run();
            }
        }

        void oneLess() {
            if (--left == 0) {
                then.run();
            }
        }
    }
}
