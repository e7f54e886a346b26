package io.longhaul.store.json;

import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobRun.StageRun;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came of a plan that was carried out, {@code longhaul-job-carried/1}; see {@code docs/formats/job-carried.md}. Stateless,
 * safe for any thread.
 */
public final class JobCarriedJson extends JsonDocument<JobCarriedJson.Answer> {
    /**
     * What is written. Immutable.
     *
     * @param plan what was carried out
     * @param topology of the lab
     * @param lab which back end, as {@code faithful}
     * @param predicted how the judge says it goes on that network, with connecting and slow start
     * @param carried the stages as they went; empty when some flow was not whole in time
     * @param complaints why the numbers of the lab do not count; empty when they do
     */
    public record Answer(
            JobPlan plan,
            String topology,
            String lab,
            JobRun predicted,
            Optional<List<StageRun>> carried,
            List<String> complaints) {
        /** From the start to the end of the last stage. */
        public Optional<Duration> time() {
            return carried.map(stages ->
                    stages.stream().map(StageRun::end).max(Duration::compareTo).orElse(Duration.ZERO));
        }

        /** The time it took over the predicted one, less 1. */
        public Optional<Double> error() {
            return time().map(time -> Durations.seconds(time) / Durations.seconds(predicted.taken()) - 1);
        }
    }

    private static final RecordFields<StageRun> STAGE =
            RecordFields.of(StageRun.class).plain("stage", "start_s", "computing_s", "end_s", "slowest");

    public JobCarriedJson() {
        super("longhaul-job-carried/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        out.text("job", answer.plan().job())
                .text("strategy", answer.plan().strategy())
                .text("topology", answer.topology())
                .text("lab", answer.lab())
                .seconds("planned_s", answer.plan().time())
                .seconds("predicted_s", answer.predicted().taken())
                .seconds("carried_s", answer.time())
                .decimal(
                        "error",
                        answer.error().stream().mapToDouble(error -> error).findFirst())
                .texts("complaints", answer.complaints())
                .objects("predicted", answer.predicted().stages(), STAGE::write)
                .objects("carried", answer.carried().orElse(List.of()), STAGE::write);
    }
}
