package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.NearestSites;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.json.JobJson;
import io.longhaul.store.json.JobsJson;
import java.nio.file.Path;
import java.util.Map;

/** Jobs from files, on sites that a network has. Stateless. */
public final class JobFiles {
    private JobFiles() {}

    /**
     * A job of a file.
     *
     * @throws InvalidInputException when there is none, or its cluster has a site that the network lacks
     */
    public static Job one(Path file, NetworkModel network) {
        Job job = new JobJson().readJsonOrYaml(file);
        requireSites(file, job.cluster(), network);
        return job;
    }

    /**
     * The jobs of a file: a set, or a single one.
     *
     * @throws InvalidInputException as above
     */
    public static JobSet all(Path file, NetworkModel network) {
        JobSet jobs = new JobsJson().readJsonOrYaml(file);
        requireSites(file, jobs.cluster(), network);
        return jobs;
    }

    private static void requireSites(Path file, Map<SiteId, SiteShare> cluster, NetworkModel network) {
        for (SiteId site : cluster.keySet()) {
            if (network.findSite(site).isEmpty()) {
                throw new InvalidInputException(
                        "The cluster of " + file + " has the site " + site + ", which is not in the network.",
                        NearestSites.advice(
                                site,
                                network.sites().stream().map(SiteModel::id).toList()));
            }
        }
    }
}
