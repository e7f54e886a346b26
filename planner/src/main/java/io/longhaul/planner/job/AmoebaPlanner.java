package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Amoeba (Zhang, Chen, Bai, Wang, Tian, Guo, Xu, Guan, "Guaranteeing Deadlines for Inter-Datacenter Transfers", EuroSys 2015,
 * sections 3 and 4): jobs with deadlines are taken or refused as they arrive. What a new one sends goes first into what is left
 * of ports and paths; if that is not enough, transfers taken before are sent at other times or on other ways within their own
 * windows; if that does not help either, it is refused ({@code amoeba}, hard deadlines), or taken with the nearest later end
 * that fits ({@code amoeba-soft}). Who is taken has fixed rates and misses no deadline on the network that was planned on.
 *
 * <p>The paper's requests are single transfers with their own starts. Here they are the transfers of a job's stages, placed
 * where data are, and share its slack: every window is stretched alike; slots are promised with them. Its time slots are here
 * the times between which nothing changes. Its k shortest ways are the direct link and up to three with one relay, and only where
 * the direct link alone is not enough. It moves the transfers that overlap, the latest ends first, by earliest deadline and
 * then by a linear program over up to 60 flows. Jobs without a deadline are taken, and get what is left.
 */
final class AmoebaPlanner extends PlacementPlanner {
    /** How many times the deadline is tried for those who do not fit. */
    private static final double[] LATER = {1.1, 1.25, 1.5, 2, 3, 4, 6, 8, 16, 32, 64, 256, 1024};

    private final boolean soft;

    AmoebaPlanner(String name, boolean soft) {
        super(name);
        this.soft = soft;
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }

    @Override
    public JobsPlan plan(JobSet jobs, NetworkModel network) {
        return run(jobs, network, name(), soft, job -> List.of(draft(job, network)), job -> List.of());
    }

    /** How a job may be placed, the first that fits is taken. */
    interface Placings {
        List<Draft> of(Job job);
    }

    /**
     * Jobs in the order of their arrival, each with the first of its placings that fits; then those that did not fit with their
     * second ones, beside all that was promised.
     */
    static JobsPlan run(
            JobSet jobs, NetworkModel network, String name, boolean soft, Placings placings, Placings second) {
        jobs.cluster().forEach((site, share) -> share.vm(network.getSite(site)));
        Map<String, Draft> taken = new HashMap<>();
        Map<String, JobsPlan.Refusal> refused = new HashMap<>();
        Admission admission = null;
        List<Job> arriving = jobs.jobs().stream()
                .sorted(Comparator.comparing(job -> job.terms().arrival()))
                .toList();
        for (Job job : arriving) {
            List<Draft> drafts;
            try {
                drafts = placings.of(job);
                drafts.forEach(Draft::requireEnd);
            } catch (InvalidInputException impossible) {
                refused.put(job.name(), refusal(job, impossible));
                continue;
            }
            admission = admission == null ? new Admission(drafts.get(0).model) : admission;
            Optional<Draft> fits = admitted(admission, job, drafts, soft);
            if (fits.isPresent()) {
                taken.put(job.name(), fits.get());
            } else {
                refused.put(job.name(), late(job, drafts));
            }
        }
        for (Job job : arriving) {
            if (admission != null && refused.containsKey(job.name())) {
                Optional<Draft> fits = again(admission, job, second);
                fits.ifPresent(draft -> {
                    taken.put(job.name(), draft);
                    refused.remove(job.name());
                });
            }
        }
        if (admission != null) {
            admission.write();
        }
        rank(jobs, taken);
        List<JobPlan> plans = new ArrayList<>();
        List<JobsPlan.Refusal> refusals = new ArrayList<>();
        for (Job job : jobs.jobs()) {
            Optional.ofNullable(taken.get(job.name())).ifPresent(draft -> plans.add(draft.finish(name)));
            Optional.ofNullable(refused.get(job.name())).ifPresent(refusals::add);
        }
        return new JobsPlan(name, plans, refusals);
    }

    private static Optional<Draft> again(Admission admission, Job job, Placings second) {
        try {
            List<Draft> drafts = second.of(job);
            drafts.forEach(Draft::requireEnd);
            return drafts.isEmpty() ? Optional.empty() : admitted(admission, job, drafts, false);
        } catch (InvalidInputException impossible) {
            return Optional.empty();
        }
    }

    private static Optional<Draft> admitted(Admission admission, Job job, List<Draft> drafts, boolean soft) {
        if (job.deadline().isEmpty()) {
            return Optional.of(drafts.get(0));
        }
        double deadline = Durations.seconds(job.deadline().get());
        for (Draft draft : drafts) {
            if (admission.admit(draft, deadline)) {
                return Optional.of(draft);
            }
        }
        for (double factor : soft ? LATER : new double[0]) {
            if (admission.admit(drafts.get(0), deadline * factor)) {
                return Optional.of(drafts.get(0));
            }
        }
        return soft ? Optional.of(drafts.get(0)) : Optional.empty();
    }

    private static JobsPlan.Refusal late(Job job, List<Draft> drafts) {
        Draft best = drafts.get(0);
        Duration alone =
                Durations.ofSeconds(Admission.alone(best) * job.repeat().rounds());
        Duration deadline = job.deadline().orElseThrow();
        JobPlan plan = best.finish("alone");
        JobPlan.StagePlan longest = plan.stages().stream()
                .max(Comparator.comparing(stage -> stage.end().minus(stage.start())))
                .orElseThrow();
        String binds = longest.transfer().compareTo(longest.compute()) > 0 ? longest.binds() : "its slots";
        if (job.repeat().rounds() > 1) {
            return new JobsPlan.Refusal(
                    job.name(),
                    "No promise is made to a job of several rounds; they take " + Show.time(alone) + " alone.",
                    Optional.of(alone));
        }
        boolean tooShort = alone.compareTo(deadline) > 0;
        return new JobsPlan.Refusal(
                job.name(),
                tooShort
                        ? "Alone it takes " + Show.time(alone) + ", more than its deadline of " + Show.time(deadline)
                                + "; its stage " + longest.stage() + " waits for " + binds + "."
                        : "What is promised to others leaves too little before its deadline of " + Show.time(deadline)
                                + "; its stage " + longest.stage() + " waits for " + binds + ".",
                tooShort ? Optional.of(alone) : Optional.empty());
    }

    /** The earliest end first; those without a deadline last, by arrival. */
    private static void rank(JobSet jobs, Map<String, Draft> taken) {
        Duration never = Duration.ofDays(1_000_000);
        List<Job> order = jobs.jobs().stream()
                .filter(job -> taken.containsKey(job.name()))
                .sorted(Comparator.comparing((Job job) ->
                                job.terms().arrival().plus(job.deadline().orElse(never)))
                        .thenComparing(job -> job.terms().arrival()))
                .toList();
        for (int place = 0; place < order.size(); place++) {
            int rank = place;
            Optional.ofNullable(taken.get(order.get(place).name()))
                    .ifPresent(draft -> Arrays.fill(draft.priorities, rank));
        }
    }
}
