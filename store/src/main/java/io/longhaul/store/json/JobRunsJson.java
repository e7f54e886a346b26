package io.longhaul.store.json;

import io.longhaul.core.job.JobRun;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How jobs went that were replayed, {@code longhaul-job-runs/1}; see {@code docs/formats/job-runs.md}. Stateless, safe for any
 * thread.
 */
public final class JobRunsJson extends JsonDocument<JobRunsJson.Answer> {
    /**
     * What is written. Immutable.
     *
     * @param jobs how many were asked for
     * @param sites of their cluster
     * @param replays one a strategy
     */
    public record Answer(int jobs, int sites, List<Replay> replays) {
        public Answer {
            replays = List.copyOf(replays);
        }
    }

    /**
     * One strategy.
     *
     * @param strategy its name
     * @param runs of the jobs it took
     * @param refused how many it did not take
     * @param late how many ended after their deadline
     * @param planning how long it planned
     * @param replaying how long the judge took
     */
    public record Replay(
            String strategy, List<JobRun> runs, int refused, int late, Duration planning, Duration replaying) {
        public Replay {
            runs = List.copyOf(runs);
        }

        private double[] seconds() {
            return runs.stream()
                    .mapToDouble(run -> Durations.seconds(run.taken()))
                    .sorted()
                    .toArray();
        }

        /** Seconds that a share of the jobs took at most; zero without jobs. */
        public double quantile(double share) {
            double[] rising = seconds();
            int rank = (int) Math.ceil(share * rising.length);
            return rising.length == 0 ? 0 : rising[Math.max(1, rank) - 1];
        }

        /** Mean seconds from arrival to end. */
        public double mean() {
            return Arrays.stream(seconds()).average().orElse(0);
        }

        /** Dollars of all jobs. */
        public double dollars() {
            return runs.stream().mapToDouble(run -> run.cost().dollars()).sum();
        }

        /** When the last job had ended. */
        public Optional<Duration> end() {
            return runs.stream().map(JobRun::end).max(Duration::compareTo);
        }
    }

    public JobRunsJson() {
        super("longhaul-job-runs/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        out.integer("jobs", answer.jobs())
                .integer("sites", answer.sites())
                .objects("replays", answer.replays(), JobRunsJson::replay);
    }

    private static void replay(FieldWriter out, Replay replay) {
        out.text("strategy", replay.strategy())
                .object(
                        "time_s",
                        replay,
                        (fields, of) -> fields.decimal("mean", of.mean())
                                .decimal("median", of.quantile(0.5))
                                .decimal("p95", of.quantile(0.95)))
                .seconds("end_s", replay.end())
                .decimal("cost_usd", replay.dollars())
                .integer("refused", replay.refused())
                .integer("late", replay.late())
                .millis("planning_ms", replay.planning())
                .millis("replaying_ms", replay.replaying())
                .objects(
                        "runs",
                        replay.runs(),
                        (fields, run) -> fields.text("job", run.job())
                                .seconds("arrival_s", run.arrival())
                                .seconds("end_s", run.end())
                                .usd("cost_usd", run.cost()));
    }
}
