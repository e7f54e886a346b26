package io.longhaul.cli.text;

import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.CoflowRunsJson.Answer;
import io.longhaul.store.json.CoflowRunsJson.Timed;
import java.time.Duration;
import java.util.Locale;

/** Replays of a trace of coflows as text: a row a policy. */
public final class CoflowRunsText {
    private CoflowRunsText() {}

    public static String of(Answer answer) {
        boolean backFilling =
                answer.runs().stream().anyMatch(timed -> timed.run().backFilling());
        String table = Table.of(answer.runs())
                .left("policy", timed -> timed.run().policy())
                .right("mean", timed -> seconds(timed.run().mean()))
                .right("median", timed -> seconds(timed.run().percentile(0.5)))
                .right("p95", timed -> seconds(timed.run().percentile(0.95)))
                .right("last end", timed -> seconds(timed.run().end()))
                .right("replayed in", (Timed timed) -> Show.time(timed.replay()))
                .render();
        return answer.coflows() + " coflows with " + answer.flows() + " flows; ports of " + Show.rate(answer.portRate())
                + ", " + (backFilling ? "with" : "without") + " back-filling. Completion times:"
                + System.lineSeparator()
                + System.lineSeparator() + table;
    }

    /** In one unit, so that rows compare. */
    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f s", Durations.seconds(time));
    }
}
