package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan in the making: shares, and from them the flows by the model's direct ways, until a planner gives a stage others.
 * Confined to one thread.
 */
final class Draft {
    private static final double BITS = 8;
    /** What fits into nanoseconds, with room for sums of a few. */
    private static final double MOST_SECONDS = 100 * 365.25 * 86_400;

    final JobModel model;
    final double[][] shares;
    final List<List<RoutedFlow>> flows = new ArrayList<>();
    final List<JobPlan.Move> beforehand = new ArrayList<>();
    final int[] priorities;
    /** What the flows of a stage take, once that was reckoned. */
    private final List<FlowTimes.Transfer> transfers = new ArrayList<>();

    private final boolean[] timed;
    /** How it goes when it is carried out, once that was asked for; and with which priorities. */
    private Forecast.@Nullable Times forecast;

    private int[] forecastPriorities = new int[0];
    /** Which of the job's query plans. */
    int query;
    /** Seconds that no plan of one round undercuts; zero when nothing is known. */
    double bound;

    Draft(JobModel model, double[][] shares) {
        this.model = model;
        this.shares = shares;
        priorities = new int[model.stageCount];
        timed = new boolean[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            flows.add(direct(model.flows(s, shares)));
            transfers.add(new FlowTimes.Transfer(0, ""));
        }
    }

    /** Flows on the direct link, with the most streams that pay, each as urgent as it is large. */
    private List<RoutedFlow> direct(double[][] bits) {
        var direct = new ArrayList<RoutedFlow>();
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                long octets = Math.round(bits[i][j] / BITS);
                if (octets > 0) {
                    direct.add(flow(i, j, octets, 0));
                }
            }
        }
        return direct;
    }

    /** Octets on the way over some sites. */
    RoutedFlow flow(int from, int to, long octets, int phase, int... via) {
        int streams = 1;
        int last = from;
        var between = new ArrayList<SiteId>();
        for (int next : via) {
            between.add(model.sites.get(next));
            streams = Math.max(streams, model.streams[last][next]);
            last = next;
        }
        streams = Math.max(streams, model.streams[last][to]);
        return new RoutedFlow(
                model.sites.get(from),
                model.sites.get(to),
                DataSize.ofBytes(octets),
                between,
                streams,
                octets,
                phase,
                List.of());
    }

    /** Gives a stage other flows. */
    void setFlows(int s, List<RoutedFlow> others) {
        flows.set(s, others);
        timed[s] = false;
        forecast = null;
    }

    private FlowTimes.Transfer transfer(int s, double start) {
        if (!timed[s]) {
            transfers.set(s, FlowTimes.of(model, flows.get(s), start));
            timed[s] = flows.get(s).stream().allMatch(flow -> flow.pieces().isEmpty());
        }
        return transfers.get(s);
    }

    /** Seconds of one round; infinite over links that are not known. */
    double seconds() {
        return Arrays.stream(spans()[1]).max().orElse(0);
    }

    /** When each stage begins, and when it ends. */
    private double[][] spans() {
        double[] starts = new double[model.stageCount];
        double[] ends = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            starts[s] = model.start(s, ends);
            ends[s] = starts[s] + transfer(s, starts[s]).seconds() + model.compute(s, shares[s]);
        }
        return new double[][] {starts, ends};
    }

    /**
     * The same with as few VMs at each site as let it end in so many seconds, when all transfers are stretched alike.
     *
     * @param most at least {@link #seconds}
     */
    Draft withFewestVms(double most) {
        double low = 1;
        double high = 1;
        for (int i = 0; i < 40 && stretched(2 * high) <= most; i++) {
            high *= 2;
        }
        high *= 2;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            boolean fits = stretched(middle) <= most;
            low = fits ? middle : low;
            high = fits ? high : middle;
        }
        int[] vms = new int[model.siteCount];
        Arrays.fill(vms, 1);
        for (int s = 0; s < model.stageCount; s++) {
            var phases = flows.get(s).stream().map(RoutedFlow::phase).distinct().toList();
            for (int phase : phases) {
                FlowTimes.needed(
                        model,
                        flows.get(s).stream()
                                .filter(flow -> flow.phase() == phase)
                                .toList(),
                        low,
                        vms);
            }
        }
        double lag = Durations.seconds(model.job.terms().arrival());
        if (!beforehand.isEmpty() && lag > 0) {
            FlowTimes.needed(model, beforehand.stream().map(JobPlan.Move::flow).toList(), 1, vms);
        }
        return on(new JobModel(model.job, model.network, vms, model.datasets));
    }

    /** The same, to be given other priorities. */
    Draft copy() {
        return on(model);
    }

    private Draft on(JobModel other) {
        var same = new Draft(other, shares);
        same.query = query;
        same.beforehand.addAll(beforehand);
        for (int s = 0; s < model.stageCount; s++) {
            same.setFlows(s, flows.get(s));
            same.priorities[s] = priorities[s];
        }
        return same;
    }

    /** Whether it is the same plan, if both take as long by their busiest ports. */
    boolean isSame(Draft other) {
        return query == other.query
                && Arrays.equals(model.vms, other.model.vms)
                && Arrays.equals(priorities, other.priorities)
                && Arrays.deepEquals(shares, other.shares)
                && beforehand.equals(other.beforehand)
                && flows.equals(other.flows);
    }

    /** Whether some stages run at the same time. */
    boolean overlaps() {
        double[][] spans = spans();
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            if (spans[0][s] < last) {
                return true;
            }
            last = Math.max(last, spans[1][s]);
        }
        return false;
    }

    /** Whose longest way to the end of the job is longest comes first. */
    void longestTailFirst() {
        double[] tails = new double[model.stageCount];
        for (int s = model.stageCount - 1; s >= 0; s--) {
            tails[s] += transfer(s, 0).seconds() + model.compute(s, shares[s]);
            for (int from : model.inputs[s]) {
                if (from >= 0) {
                    tails[from] = Math.max(tails[from], tails[s]);
                }
            }
        }
        for (int s = 0; s < model.stageCount; s++) {
            int rank = 0;
            for (double other : tails) {
                rank += other > tails[s] ? 1 : 0;
            }
            priorities[s] = rank;
        }
    }

    private double stretched(double factor) {
        double[] ends = new double[model.stageCount];
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double transfer = FlowTimes.of(model, flows.get(s), 0).seconds();
            ends[s] = model.start(s, ends) + factor * transfer + model.compute(s, shares[s]);
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    /**
     * The plan.
     *
     * @throws InvalidInputException when it takes more than a hundred years, as over links that the network does not have
     */
    JobPlan finish(String strategy) {
        requireEnd();
        Forecast.Times times = isFixed() ? byPieces() : forecast();
        var stages = new ArrayList<StagePlan>();
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            last = Math.max(last, times.ends()[s]);
            if (!(times.ends()[s] * model.job.repeat().rounds() < MOST_SECONDS)) {
                throw unending(s);
            }
            Duration start = Durations.ofSeconds(times.starts()[s]);
            Duration arrived = Durations.ofSeconds(times.arrivals()[s]);
            stages.add(new StagePlan(
                    model.stages.get(s).name(),
                    shares(shares[s]),
                    flows.get(s),
                    priorities[s],
                    start,
                    arrived.minus(start),
                    Durations.ofSeconds(times.ends()[s]).minus(arrived),
                    transfer(s, times.starts()[s]).binds()));
        }
        Job job = model.job;
        int rounds = job.repeat().rounds();
        Duration round =
                stages.stream().map(StagePlan::end).max(Duration::compareTo).orElseThrow();
        Duration time = round.multipliedBy(rounds);
        Duration least = Durations.ofSeconds(Math.min(last, bound)).multipliedBy(rounds);
        long[][] carried = carried();
        Map<SiteId, Integer> vms = vms(carried);
        return new JobPlan(
                strategy,
                job.name(),
                query,
                vms,
                beforehand,
                stages,
                time,
                least.compareTo(time) < 0 ? least : time,
                egress(carried),
                vmCost(job, model.network, vms, time));
    }

    private Forecast.Times forecast() {
        Forecast.Times known = forecast;
        if (known == null || !Arrays.equals(priorities, forecastPriorities)) {
            known = Forecast.of(this, seconds());
            forecast = known;
            forecastPriorities = priorities.clone();
        }
        return known;
    }

    private boolean isFixed() {
        return flows.stream()
                .flatMap(List::stream)
                .anyMatch(flow -> !flow.pieces().isEmpty());
    }

    /** By the busiest ports and paths, and where rates are fixed by those. */
    private Forecast.Times byPieces() {
        double[] starts = new double[model.stageCount];
        double[] arrivals = new double[model.stageCount];
        double[] ends = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            starts[s] = model.start(s, ends);
            arrivals[s] = starts[s] + transfer(s, starts[s]).seconds();
            ends[s] = arrivals[s] + model.compute(s, shares[s]);
        }
        return new Forecast.Times(starts, arrivals, ends);
    }

    /**
     * Looks whether it ends.
     *
     * @throws InvalidInputException as {@link #finish}
     */
    void requireEnd() {
        double[] ends = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            double start = model.start(s, ends);
            ends[s] = start + transfer(s, start).seconds() + model.compute(s, shares[s]);
            if (!(ends[s] * model.job.repeat().rounds() < MOST_SECONDS)) {
                throw unending(s);
            }
        }
    }

    /** Octets on every link in all rounds and beforehand. */
    private long[][] carried() {
        var carried = new long[model.siteCount][model.siteCount];
        beforehand.forEach(move -> carry(carried, move.flow(), 1));
        for (List<RoutedFlow> stage : flows) {
            stage.forEach(flow -> carry(carried, flow, model.job.repeat().rounds()));
        }
        return carried;
    }

    private void carry(long[][] carried, RoutedFlow flow, int times) {
        int from = model.number(flow.from());
        for (SiteId site : flow.via()) {
            int to = model.number(site);
            carried[from][to] += flow.size().bytes() * times;
            from = to;
        }
        carried[from][model.number(flow.to())] += flow.size().bytes() * times;
    }

    /** VMs of the sites that send, receive or pass on. */
    private Map<SiteId, Integer> vms(long[][] carried) {
        var vms = new TreeMap<SiteId, Integer>();
        for (int i = 0; i < model.siteCount; i++) {
            boolean used = false;
            for (int j = 0; j < model.siteCount; j++) {
                used |= carried[i][j] > 0 || carried[j][i] > 0;
            }
            if (used) {
                vms.put(model.sites.get(i), model.vms[i]);
            }
        }
        return vms;
    }

    private Money egress(long[][] carried) {
        Money egress = Money.ZERO;
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                if (carried[i][j] > 0) {
                    Link link = new Link(model.sites.get(i), model.sites.get(j));
                    egress = egress.plus(
                            model.network.getLink(link).price().cost(DataSize.ofBytes(carried[i][j]), DataSize.ZERO));
                }
            }
        }
        return egress;
    }

    private static Money vmCost(Job job, NetworkModel network, Map<SiteId, Integer> vms, Duration time) {
        Money cost = Money.ZERO;
        for (var entry : vms.entrySet()) {
            cost = cost.plus(Objects.requireNonNull(job.cluster().get(entry.getKey()))
                    .vm(network.getSite(entry.getKey()))
                    .price()
                    .times(entry.getValue())
                    .times(time));
        }
        return cost;
    }

    private InvalidInputException unending(int s) {
        String stage = model.stages.get(s).name();
        for (RoutedFlow flow : flows.get(s)) {
            for (Link leg : flow.legs()) {
                if (model.network.findLink(leg).isEmpty()) {
                    return new InvalidInputException(
                            "The stage " + stage + " needs the link " + leg + ", which is not in the network.",
                            "Measure it, or leave one of the sites out of the cluster.");
                }
            }
        }
        return new InvalidInputException(
                "The stage " + stage + " would end after more than a hundred years.",
                "Check sizes, slots and the time of computing, and the rates of the network.");
    }

    private Map<SiteId, Double> shares(double[] share) {
        var bySite = new TreeMap<SiteId, Double>();
        for (int i = 0; i < model.siteCount; i++) {
            if (share[i] > JobModel.NOTHING) {
                bySite.put(model.sites.get(i), share[i]);
            }
        }
        return bySite;
    }
}
