package io.longhaul.core.job;

import io.longhaul.core.coflow.Flow;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the stages of a job run, what they send, and how long that takes by the model of {@code docs/jobs.md}. Immutable.
 *
 * @param strategy who planned it, as {@code iridium}
 * @param stages in an order in which each comes after those it takes from
 * @param time from the start of the job to the end of its last stage
 * @param bound no placement of the model takes less; zero when nothing is known
 * @param egress price of all octets that leave a site
 */
public record JobPlan(String strategy, List<StagePlan> stages, Duration time, Duration bound, Money egress) {
    /**
     * One stage.
     *
     * @param stage its name
     * @param shares which part of its work runs at each site, above zero; they sum to 1
     * @param flows octets between sites before it computes
     * @param start when the last stage it takes from has ended
     * @param transfer time its flows take together
     * @param compute time of its slowest site after that
     * @param binds what its transfer waits for; empty when it sends nothing
     */
    public record StagePlan(
            String stage,
            Map<SiteId, Double> shares,
            List<Flow> flows,
            Duration start,
            Duration transfer,
            Duration compute,
            String binds) {
        public StagePlan {
            shares = Collections.unmodifiableMap(new TreeMap<>(shares));
            flows = List.copyOf(flows);
        }

        public Duration end() {
            return start.plus(transfer).plus(compute);
        }
    }

    public JobPlan {
        stages = List.copyOf(stages);
    }

    /** Octets that leave a site. */
    public DataSize moved() {
        return DataSize.ofBytes(stages.stream()
                .flatMap(stage -> stage.flows().stream())
                .mapToLong(flow -> flow.size().bytes())
                .sum());
    }

    /** Distance of the time to its bound over the time; 0 when nothing takes any time. */
    public double gap() {
        double time = this.time.toNanos();
        return time == 0 ? 0 : Math.max(0, 1 - bound.toNanos() / time);
    }
}
