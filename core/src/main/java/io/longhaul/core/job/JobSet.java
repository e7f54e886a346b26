package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Jobs that share one cluster: its VMs and slots. Immutable.
 *
 * @param name of the whole
 * @param jobs one at least, each name once, all with the same cluster; in any order of arrival
 */
public record JobSet(String name, List<Job> jobs) {
    public JobSet {
        jobs = List.copyOf(jobs);
        if (jobs.isEmpty()) {
            throw new InvalidInputException("The jobs " + name + " are none.", "Give one at least.");
        }
        Set<String> names = new HashSet<>();
        for (Job job : jobs) {
            if (!names.add(job.name())) {
                throw new InvalidInputException("The job " + job.name() + " is given twice.", "Name each once.");
            }
            if (!job.cluster().equals(jobs.get(0).cluster())) {
                throw new InvalidInputException(
                        "The jobs " + jobs.get(0).name() + " and " + job.name() + " have different clusters.",
                        "Give all jobs the same: its VMs and slots are shared.");
            }
        }
    }

    /** One job alone. */
    public static JobSet of(Job job) {
        return new JobSet(job.name(), List.of(job));
    }

    /** What all jobs share, by site. */
    public Map<SiteId, SiteShare> cluster() {
        return jobs.get(0).cluster();
    }

    /** Each job under its name. */
    public Map<String, Job> byName() {
        return jobs.stream().collect(Collectors.toMap(Job::name, job -> job));
    }
}
