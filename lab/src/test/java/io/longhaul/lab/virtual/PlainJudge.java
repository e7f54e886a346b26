package io.longhaul.lab.virtual;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A judge as plain as can be, for jobs that are chains of stages with direct flows and all streams: it goes from the end of one
 * piece of work to the next, and finds the rates by raising those of one priority together in proportion to their weights until
 * something is full, then the others, then the next priority.
 */
final class PlainJudge {
    private final NetworkModel network;
    private final Map<SiteId, SiteShare> cluster;
    private final List<Job> jobs;
    private final List<JobPlan> plans;
    private final Map<String, Double> capacities = new HashMap<>();

    private static final class Work {
        double left;
        double weight;
        int priority;
        List<String> uses = List.of();
        int job;
        double rate;
        boolean fixed;
    }

    PlainJudge(NetworkModel network, Map<SiteId, SiteShare> cluster, List<Job> jobs, List<JobPlan> plans) {
        this.network = network;
        this.cluster = cluster;
        this.jobs = jobs;
        this.plans = plans;
        cluster.forEach((id, share) -> {
            var caps = network.getSite(id).caps();
            capacities.put("out " + id, (double) caps.egress().bitsPerSecond() * share.vms());
            capacities.put("in " + id, (double) caps.ingress().bitsPerSecond() * share.vms());
            capacities.put("slots " + id, (double) share.slots());
        });
    }

    /** Seconds at which each job ends, by name. */
    Map<String, Double> ends() {
        var ends = new HashMap<String, Double>();
        int[] steps = new int[jobs.size()]; // transfer and computing of each stage in turn
        int[] open = new int[jobs.size()];
        boolean[] arrived = new boolean[jobs.size()];
        List<Work> works = new ArrayList<>();
        double now = 0;
        while (ends.size() < jobs.size()) {
            boolean moved = true;
            while (moved) {
                moved = false;
                for (int j = 0; j < jobs.size(); j++) {
                    double arrival = Durations.seconds(jobs.get(j).terms().arrival());
                    if (ends.containsKey(jobs.get(j).name()) || arrival > now || open[j] > 0) {
                        continue;
                    }
                    if (arrived[j]) {
                        steps[j]++;
                    }
                    arrived[j] = true;
                    moved = true;
                    if (steps[j] == 2 * plans.get(j).stages().size()) {
                        ends.put(jobs.get(j).name(), now);
                        continue;
                    }
                    List<Work> added = step(j, steps[j]);
                    open[j] = added.size();
                    works.addAll(added);
                }
            }
            rates(works);
            double next = Double.POSITIVE_INFINITY;
            for (Work work : works) {
                next = Math.min(next, work.rate > 0 ? now + work.left / work.rate : Double.POSITIVE_INFINITY);
            }
            for (int j = 0; j < jobs.size(); j++) {
                if (!arrived[j]) {
                    next = Math.min(next, Durations.seconds(jobs.get(j).terms().arrival()));
                }
            }
            for (Work work : List.copyOf(works)) {
                work.left -= work.rate * (next - now);
                if (work.left <= 1e-9 * work.rate) {
                    works.remove(work);
                    open[work.job]--;
                }
            }
            now = next;
        }
        return ends;
    }

    private List<Work> step(int job, int number) {
        var added = new ArrayList<Work>();
        StagePlan stage = plans.get(job).stages().get(number / 2);
        if (number % 2 == 0) {
            for (RoutedFlow flow : stage.flows()) {
                var link = new Link(flow.from(), flow.to());
                int pairs = Math.min(vms(flow.from()), vms(flow.to()));
                capacities.put(
                        "path " + link,
                        (double) network.getLink(link).rates().maxRate().bitsPerSecond() * pairs);
                added.add(work(
                        job,
                        stage,
                        8.0 * flow.size().bytes(),
                        flow.weight(),
                        List.of("out " + flow.from(), "in " + flow.to(), "path " + link)));
            }
        } else {
            double seconds =
                    Durations.seconds(jobs.get(job).stages().get(number / 2).perGigabyte());
            stage.shares().forEach((site, share) -> {
                // a GB of input in every stage of these jobs
                if (seconds * share > 0) {
                    added.add(work(job, stage, seconds * share, 1, List.of("slots " + site)));
                }
            });
        }
        return added;
    }

    private int vms(SiteId site) {
        return Optional.ofNullable(cluster.get(site)).orElseThrow().vms();
    }

    private static Work work(int job, StagePlan stage, double left, double weight, List<String> uses) {
        var work = new Work();
        work.job = job;
        work.left = left;
        work.weight = weight;
        work.priority = stage.priority();
        work.uses = uses;
        return work;
    }

    private void rates(List<Work> works) {
        var free = new HashMap<>(capacities);
        works.forEach(work -> {
            work.rate = 0;
            work.fixed = false;
        });
        for (int priority :
                new TreeSet<>(works.stream().map(work -> work.priority).toList())) {
            while (works.stream().anyMatch(work -> work.priority == priority && !work.fixed)) {
                var weights = new HashMap<String, Double>();
                works.stream()
                        .filter(work -> work.priority == priority && !work.fixed)
                        .forEach(work -> work.uses.forEach(use -> weights.merge(use, work.weight, Double::sum)));
                String full = "";
                double least = Double.POSITIVE_INFINITY;
                for (var use : weights.entrySet()) {
                    double level = Math.max(0, free.getOrDefault(use.getKey(), 0.0)) / use.getValue();
                    if (level < least) {
                        least = level;
                        full = use.getKey();
                    }
                }
                for (Work work : works) {
                    if (work.priority == priority && !work.fixed && work.uses.contains(full)) {
                        work.fixed = true;
                        work.rate = least * work.weight;
                        work.uses.forEach(use -> free.merge(use, -work.rate, Double::sum));
                    }
                }
            }
        }
        works.forEach(work -> work.rate = work.rate < 1e-9 ? 0 : work.rate);
    }
}
