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
import java.util.stream.IntStream;
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
    /** By stage; null while they are those of the shares by direct links, and nobody has asked for them. */
    private final List<@Nullable List<RoutedFlow>> flows = new ArrayList<>();

    private final boolean[] direct;
    final List<JobPlan.Move> beforehand = new ArrayList<>();
    final int[] priorities;
    /** Seconds that the flows of a stage without pieces take; negative before that was reckoned. */
    private final double[] seconds;
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
        direct = new boolean[model.stageCount];
        Arrays.fill(direct, true);
        seconds = new double[model.stageCount];
        Arrays.fill(seconds, -1);
        for (int s = 0; s < model.stageCount; s++) {
            flows.add(null);
        }
    }

    /** The flows of a stage. */
    List<RoutedFlow> flows(int s) {
        List<RoutedFlow> known = flows.get(s);
        if (known == null) {
            known = direct(whole(s));
            flows.set(s, known);
        }
        return known;
    }

    /** What goes from site to site by the shares, in bits of whole octets. */
    private double[][] whole(int s) {
        double[][] bits = model.flows(s, shares);
        for (double[] row : bits) {
            for (int j = 0; j < row.length; j++) {
                row[j] = BITS * Math.round(row[j] / BITS);
            }
        }
        return bits;
    }

    /** Flows on the direct link, with the most streams that pay, each as urgent as it is large. */
    private List<RoutedFlow> direct(double[][] bits) {
        var some = new ArrayList<RoutedFlow>();
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                if (bits[i][j] > 0) {
                    some.add(flow(i, j, Math.round(bits[i][j] / BITS), 0));
                }
            }
        }
        return some;
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
        direct[s] = false;
        seconds[s] = -1;
        forecast = null;
    }

    /** Seconds that the flows of a stage take, by the busiest port or path; of those with pieces, if it starts at once. */
    double transfer(int s) {
        return transfer(s, 0);
    }

    private double transfer(int s, double start) {
        if (seconds[s] >= 0) {
            return seconds[s];
        }
        if (direct[s]) {
            seconds[s] = model.transfer(whole(s));
            return seconds[s];
        }
        double takes = FlowTimes.of(model, flows(s), start).seconds();
        seconds[s] = flows(s).stream().allMatch(flow -> flow.pieces().isEmpty()) ? takes : -1;
        return takes;
    }

    /** Whether the flows of a stage, alone, take as long as its busiest port or path: they are as urgent as they are large. */
    boolean isEven(int s) {
        return direct[s]
                || flows(s).stream()
                        .allMatch(flow -> flow.weight() == (double) flow.size().bytes());
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
            ends[s] = starts[s] + transfer(s, starts[s]) + model.compute(s, shares[s]);
        }
        return new double[][] {starts, ends};
    }

    /** At how many sites its stages run, all stages together. */
    long places() {
        return Arrays.stream(shares)
                .flatMapToDouble(Arrays::stream)
                .filter(share -> share > 0)
                .count();
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
            var phases = flows(s).stream().map(RoutedFlow::phase).distinct().toList();
            for (int phase : phases) {
                FlowTimes.needed(
                        model,
                        flows(s).stream().filter(flow -> flow.phase() == phase).toList(),
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
            if (!direct[s] || other != model) {
                same.setFlows(s, flows(s));
            }
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
                && Arrays.deepEquals(model.streams, other.model.streams)
                && IntStream.range(0, model.stageCount).allMatch(s -> isSame(s, other));
    }

    private boolean isSame(int s, Draft other) {
        return (direct[s] && other.direct[s]) || flows(s).equals(other.flows(s));
    }

    /**
     * Whether some stages run at the same time.
     *
     * @param transfers whether only while they send
     */
    boolean overlaps(boolean transfers) {
        double[][] spans = spans();
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double sends = transfer(s, spans[0][s]);
            boolean counts = !transfers || sends > 0;
            if (counts && spans[0][s] < last) {
                return true;
            }
            last = counts ? Math.max(last, transfers ? spans[0][s] + sends : spans[1][s]) : last;
        }
        return false;
    }

    /** Whose longest way to the end of the job is longest comes first. */
    void longestTailFirst() {
        double[] tails = new double[model.stageCount];
        for (int s = model.stageCount - 1; s >= 0; s--) {
            tails[s] += transfer(s, 0) + model.compute(s, shares[s]);
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
            ends[s] = model.start(s, ends) + factor * transfer(s) + model.compute(s, shares[s]);
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
        Forecast.Times times = isFixed() ? byPieces() : forecast(Double.POSITIVE_INFINITY);
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
                    flows(s),
                    priorities[s],
                    start,
                    arrived.minus(start),
                    Durations.ofSeconds(times.ends()[s]).minus(arrived),
                    FlowTimes.of(model, flows(s), times.starts()[s]).binds()));
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

    /**
     * Seconds of one round when it is carried out.
     *
     * @param latest when it is seen to take longer than that, the answer is infinite
     */
    double lasts(double latest) {
        return isFixed() ? seconds() : forecast(latest).last();
    }

    private Forecast.Times forecast(double latest) {
        Forecast.Times known = forecast;
        if (known == null || !Arrays.equals(priorities, forecastPriorities)) {
            known = Forecast.of(this, seconds(), latest);
            boolean whole = known.last() < Double.POSITIVE_INFINITY || latest == Double.POSITIVE_INFINITY;
            forecast = whole ? known : null;
            forecastPriorities = priorities.clone();
        }
        return known;
    }

    private boolean isFixed() {
        return IntStream.range(0, model.stageCount)
                .anyMatch(s -> !direct[s]
                        && flows(s).stream().anyMatch(flow -> !flow.pieces().isEmpty()));
    }

    /** By the busiest ports and paths, and where rates are fixed by those. */
    private Forecast.Times byPieces() {
        double[] starts = new double[model.stageCount];
        double[] arrivals = new double[model.stageCount];
        double[] ends = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            starts[s] = model.start(s, ends);
            arrivals[s] = starts[s] + transfer(s, starts[s]);
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
            ends[s] = start + transfer(s, start) + model.compute(s, shares[s]);
            if (!(ends[s] * model.job.repeat().rounds() < MOST_SECONDS)) {
                throw unending(s);
            }
        }
    }

    /** Octets on every link in all rounds and beforehand. */
    private long[][] carried() {
        var carried = new long[model.siteCount][model.siteCount];
        beforehand.forEach(move -> carry(carried, move.flow(), 1));
        for (int s = 0; s < model.stageCount; s++) {
            flows(s).forEach(flow -> carry(carried, flow, model.job.repeat().rounds()));
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
        for (RoutedFlow flow : flows(s)) {
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
