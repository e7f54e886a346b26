package io.longhaul.store.json;

import io.longhaul.core.coflow.CoflowRun;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;

/**
 * How policies carried a trace of coflows, {@code longhaul-coflows/1}; see {@code docs/formats/coflows.md}.
 * Stateless, safe for any thread.
 */
public final class CoflowRunsJson extends JsonDocument<CoflowRunsJson.Answer> {
    /**
     * What is written. Immutable.
     *
     * @param coflows how many the trace has
     * @param flows how many flows they have
     * @param portRate of every port
     * @param runs one a policy, one at least; the first stands for the answer
     */
    public record Answer(int coflows, long flows, Bandwidth portRate, List<Timed> runs) {
        public Answer {
            runs = List.copyOf(runs);
            if (runs.isEmpty()) {
                throw new IllegalArgumentException("no policy carried the trace");
            }
        }
    }

    /**
     * One policy.
     *
     * @param run what came of it
     * @param replay how long replaying it took
     */
    public record Timed(CoflowRun run, Duration replay) {}

    public CoflowRunsJson() {
        super("longhaul-coflows/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        CoflowRun first = answer.runs().get(0).run();
        out.text("policy", first.policy())
                .integer("coflows", answer.coflows())
                .object("completion_s", first, CoflowRunsJson::completion)
                .integer("flows", answer.flows())
                .bps("port_bps", answer.portRate())
                .objects("runs", answer.runs(), CoflowRunsJson::run);
    }

    private static void completion(FieldWriter out, CoflowRun run) {
        out.seconds("mean", run.mean()).seconds("median", run.percentile(0.5)).seconds("p95", run.percentile(0.95));
    }

    private static void run(FieldWriter out, Timed timed) {
        CoflowRun run = timed.run();
        out.text("policy", run.policy())
                .flag("back_filling", run.backFilling())
                .object("completion_s", run, CoflowRunsJson::completion)
                .seconds("end_s", run.end())
                .millis("replay_ms", timed.replay())
                .objects(
                        "finishes",
                        run.finishes(),
                        (fields, finish) -> fields.text("name", finish.name())
                                .seconds("arrival_s", finish.arrival())
                                .seconds("end_s", finish.end()));
    }
}
