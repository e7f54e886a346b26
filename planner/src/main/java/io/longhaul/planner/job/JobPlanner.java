package io.longhaul.planner.job;

import io.longhaul.core.coflow.Flow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Places one job by any strategy, and says what that takes by one model: transfers as long as their busiest port or path,
 * computing as long as the slowest site, stages one after the other along the graph. Same job, same network, same plan.
 * Stateless, safe for any thread.
 */
public final class JobPlanner {
    private static final double BITS = 8;
    /** How far, relatively, the answer of a program may be from its optimum. */
    private static final double ROUNDING = 1e-6;
    /** What fits into nanoseconds, with room for sums of a few. */
    private static final double MOST_SECONDS = 100 * 365.25 * 86_400;

    private JobPlanner() {}

    /**
     * A plan for a job.
     *
     * @throws InvalidInputException when the network lacks a site of the job, a stage can run nowhere, or no plan of the
     *     strategy ends within a hundred years, as over links that the network does not have
     */
    public static JobPlan plan(Job job, NetworkModel network, JobStrategy strategy) {
        return plan(job, network, network, strategy);
    }

    /**
     * A plan that is made on one network and takes its time on another: what comes of believing the first. Its bound is that of
     * the second.
     *
     * @param believed what the strategy looks at; it has to have a link from each site of the job to each other
     * @param network what the flows go over
     * @throws InvalidInputException as above, or when {@code believed} lacks a link
     */
    public static JobPlan plan(Job job, NetworkModel believed, NetworkModel network, JobStrategy strategy) {
        network.requireNoPercentiles("a job");
        var model = new JobModel(job, network);
        double[][] shares = strategy.place(believed == network ? model : complete(new JobModel(job, believed)));
        double[] ends = new double[model.stageCount];
        List<StagePlan> stages = new ArrayList<>();
        Map<Link, Long> moved = new TreeMap<>();
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double[][] flows = model.flows(s, shares);
            double start = model.start(s, ends);
            double transfer = model.transfer(flows);
            double compute = model.compute(s, shares[s]);
            ends[s] = start + transfer + compute;
            last = Math.max(last, ends[s]);
            if (!(ends[s] < MOST_SECONDS)) {
                throw unending(model, s, flows);
            }
            List<Flow> sent = flows(model, flows);
            sent.forEach(flow ->
                    moved.merge(new Link(flow.from(), flow.to()), flow.size().bytes(), Long::sum));
            stages.add(new StagePlan(
                    model.stages.get(s).name(),
                    shares(model, shares[s]),
                    sent,
                    Durations.ofSeconds(start),
                    Durations.ofSeconds(transfer),
                    Durations.ofSeconds(compute),
                    model.binds(flows, transfer)));
        }
        Money egress = Money.ZERO;
        for (var entry : moved.entrySet()) {
            LinkModel link = network.getLink(entry.getKey());
            egress = egress.plus(link.price().cost(DataSize.ofBytes(entry.getValue()), DataSize.ZERO));
        }
        Duration bound = Durations.ofSeconds(Math.min(last, bound(model)));
        return new JobPlan(strategy.id(), stages, Durations.ofSeconds(last), bound, egress);
    }

    private static JobModel complete(JobModel believed) {
        for (int i = 0; i < believed.siteCount; i++) {
            for (int j = 0; j < believed.siteCount; j++) {
                if (i != j && believed.pair[i][j] == 0) {
                    throw new InvalidInputException(
                            "Nothing is believed of the link " + believed.sites.get(i) + " -> " + believed.sites.get(j)
                                    + ".",
                            "Measure it with one stream, or give --window where its round-trip time is known.");
                }
            }
        }
        return believed;
    }

    private static InvalidInputException unending(JobModel model, int s, double[][] flows) {
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                if (flows[i][j] > 0 && model.pair[i][j] == 0) {
                    return new InvalidInputException(
                            "The stage " + model.stages.get(s).name() + " needs the link " + model.sites.get(i) + " -> "
                                    + model.sites.get(j) + ", which is not in the network.",
                            "Measure it, or leave one of the sites out of the cluster.");
                }
            }
        }
        return new InvalidInputException(
                "The stage " + model.stages.get(s).name() + " would end after more than a hundred years.",
                "Check sizes, slots and seconds_per_gb, and the rates of the network.");
    }

    private static Map<SiteId, Double> shares(JobModel model, double[] share) {
        var bySite = new TreeMap<SiteId, Double>();
        for (int i = 0; i < model.siteCount; i++) {
            if (share[i] > JobModel.NOTHING) {
                bySite.put(model.sites.get(i), share[i]);
            }
        }
        return bySite;
    }

    private static List<Flow> flows(JobModel model, double[][] bits) {
        var flows = new ArrayList<Flow>();
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                long octets = Math.round(bits[i][j] / BITS);
                if (octets > 0) {
                    flows.add(new Flow(model.sites.get(i), model.sites.get(j), DataSize.ofBytes(octets)));
                }
            }
        }
        return flows;
    }

    /**
     * Seconds that no placement undercuts: along the graph, each stage takes at least what its work takes on all slots that
     * it may use; where it takes from datasets alone, which lie where they lie, at least the best of its own program.
     */
    private static double bound(JobModel model) {
        double[] ends = new double[model.stageCount];
        double[][] inPlace = JobStrategy.IN_PLACE.place(model);
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double slots = 0;
            for (int i = 0; i < model.siteCount; i++) {
                slots += model.most[s][i] > 0 ? model.slots[i] : 0;
            }
            double least = model.work[s] > 0 ? model.work[s] / slots : 0;
            boolean given = true;
            for (int from : model.inputs[s]) {
                given &= from < 0;
            }
            Stage.Kind kind = model.stages.get(s).kind();
            if (given && (kind == Stage.Kind.SHUFFLE || kind == Stage.Kind.JOIN)) {
                least = Math.max(least, alone(model, s, inPlace));
            }
            ends[s] = model.start(s, ends) + least;
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    /** The least a stage takes whose inputs are given, less what the program may be off; zero when it was not solved. */
    private static double alone(JobModel model, int s, double[][] given) {
        double[][] shares = given.clone();
        return StageProgram.solve(model, s, given, false)
                .map(share -> {
                    shares[s] = share;
                    return (model.transfer(model.flows(s, shares)) + model.compute(s, share)) * (1 - ROUNDING);
                })
                .orElse(0.0);
    }
}
