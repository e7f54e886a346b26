package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.planner.coflow.CoflowPolicy;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says where the stages of jobs run, what goes which way, and who comes first. A pure function: same jobs, same network, same
 * plan. Every answer is accepted by {@code JobCheck} on the network it was planned on. Stateless, safe for any thread.
 */
public interface GdaPlanner {
    /** As on the command line. */
    String name();

    /**
     * A plan for jobs that share a cluster. A job that this planner can give no plan for is refused in the answer, with the
     * limit that binds.
     *
     * @throws InvalidInputException when the network lacks a site of the cluster, or a site has no VMs of the type wanted
     */
    JobsPlan plan(JobSet jobs, NetworkModel network);

    /** All there are: published ones first, ours last. */
    static List<GdaPlanner> all() {
        return List.of(
                new InPlacePlanner(),
                new AllToOnePlanner(),
                new IridiumPlanner(),
                new TetriumPlanner(),
                new GaiaPlanner(),
                new KimchiPlanner(),
                new PixidaPlanner(),
                new GeodePlanner(),
                new SwagPlanner(),
                new ClarinetPlanner(),
                new WanifyPlanner(),
                new CoflowPlanner("varys", CoflowPolicy.SEBF),
                new CoflowPlanner("sincronia", CoflowPolicy.SINCRONIA),
                new TerraPlanner("terra", true),
                new TerraPlanner("rapier", false),
                new AmoebaPlanner("amoeba", false),
                new AmoebaPlanner("amoeba-soft", true),
                new LonghaulPlanner());
    }

    /**
     * The planner of a name.
     *
     * @throws InvalidInputException when there is none of that name
     */
    static GdaPlanner ofName(String name) {
        return all().stream()
                .filter(planner -> planner.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The strategy (" + name + ") is not known.",
                        "Write one of "
                                + all().stream().map(GdaPlanner::name).collect(Collectors.joining(", "))
                                + ", or all."));
    }
}
