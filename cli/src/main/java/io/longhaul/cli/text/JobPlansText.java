package io.longhaul.cli.text;

import io.longhaul.core.job.JobPlan;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.JobPlansJson.Answer;
import io.longhaul.store.json.JobPlansJson.Timed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Plans for a job as text: a row a strategy, then the stages of the fastest. */
public final class JobPlansText {
    private static final int SITES_SHOWN = 4;

    private JobPlansText() {}

    public static String of(Answer answer) {
        List<String> lines = new ArrayList<>();
        answer.refused().forEach(refusal -> lines.add("Refused: " + refusal.reason()));
        if (answer.plans().isEmpty()) {
            return String.join(System.lineSeparator(), lines);
        }
        lines.add(Table.of(answer.plans())
                .left("strategy", timed -> timed.plan().strategy())
                .right("time", timed -> seconds(timed.plan().time()))
                .right("moved", timed -> Show.size(timed.plan().moved()))
                .right("egress", timed -> Show.money(timed.plan().egress()))
                .right("VMs", timed -> Show.money(timed.plan().vmCost()))
                .right("planned in", (Timed timed) -> Show.time(timed.planning()))
                .render());
        JobPlan best = answer.plans().stream()
                .map(Timed::plan)
                .min(Comparator.comparing(JobPlan::time))
                .orElseThrow();
        lines.add("");
        lines.add("Stages by " + best.strategy() + ":");
        lines.add(Table.of(best.stages())
                .left("stage", JobPlan.StagePlan::stage)
                .right("start", stage -> seconds(stage.start()))
                .right("transfer", stage -> seconds(stage.transfer()))
                .right("compute", stage -> seconds(stage.compute()))
                .left("runs at", stage -> shares(stage.shares()))
                .left("waits for", JobPlan.StagePlan::binds)
                .render());
        if (!best.bound().isZero()) {
            lines.add("");
            lines.add("No placement of this model takes less than " + seconds(best.bound()) + " (gap "
                    + Show.percent(best.gap()) + ").");
        }
        answer.job().deadline().ifPresent(limit -> lines.add(deadline(answer, best, limit)));
        if (!answer.reasons().isEmpty()) {
            lines.add("");
            lines.addAll(answer.reasons());
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String deadline(Answer answer, JobPlan best, Duration limit) {
        if (answer.isInTime(best)) {
            return "The deadline of " + Show.time(limit) + " is met.";
        }
        JobPlan.StagePlan longest = best.stages().stream()
                .max(Comparator.comparing(stage -> stage.end().minus(stage.start())))
                .orElseThrow();
        boolean moves = longest.transfer().compareTo(longest.compute()) > 0;
        return "The deadline of " + Show.time(limit) + " is not met; the nearest is " + seconds(best.time())
                + ". The longest stage, " + longest.stage() + ", waits for "
                + (moves ? longest.binds() : "its slots") + ".";
    }

    private static String shares(Map<SiteId, Double> shares) {
        String shown = shares.entrySet().stream()
                .sorted(Map.Entry.<SiteId, Double>comparingByValue().reversed())
                .limit(SITES_SHOWN)
                .map(share -> share.getKey() + " " + Show.percent(share.getValue()))
                .collect(Collectors.joining(", "));
        return shares.size() > SITES_SHOWN ? shown + ", …" : shown;
    }

    /** In one unit, so that rows compare. */
    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", Durations.seconds(time));
    }
}
