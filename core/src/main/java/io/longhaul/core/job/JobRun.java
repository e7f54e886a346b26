package io.longhaul.core.job;

import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.List;

/**
 * How a job went whose plan was carried out. Immutable.
 *
 * @param job its name
 * @param strategy who planned it
 * @param arrival when it came, from the start of the run
 * @param end when the last stage of its last round had ended, from the start of the run
 * @param stages as they went in the first round, in the order of the plan
 * @param cost egress, and VMs for the time it took
 */
public record JobRun(String job, String strategy, Duration arrival, Duration end, List<StageRun> stages, Money cost) {
    /**
     * One stage; times from the start of the run.
     *
     * @param stage its name
     * @param start when the last stage it takes from had ended
     * @param computing when its last octet had arrived, and it began to compute
     * @param end when its slowest site had computed
     * @param slowest what arrived last, as {@code aws:a -> aws:b}; empty when it sent nothing
     */
    public record StageRun(String stage, Duration start, Duration computing, Duration end, String slowest) {
        /** How long its flows took together. */
        public Duration transfer() {
            return computing.minus(start);
        }
    }

    public JobRun {
        stages = List.copyOf(stages);
    }

    /** From its arrival to its end. */
    public Duration taken() {
        return end.minus(arrival);
    }
}
