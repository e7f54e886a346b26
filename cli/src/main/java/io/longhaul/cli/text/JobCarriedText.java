package io.longhaul.cli.text;

import io.longhaul.core.job.JobRun.StageRun;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.JobCarriedJson.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A plan that was carried out as text: its stages as planned, predicted and carried. */
public final class JobCarriedText {
    private JobCarriedText() {}

    public static String of(Answer answer) {
        List<String> lines = new ArrayList<>();
        lines.add(answer.plan().job() + " by " + answer.plan().strategy() + " on " + answer.topology() + ", "
                + answer.lab() + " lab");
        List<StageRun> predicted = answer.predicted().stages();
        lines.add(Table.of(IntStream.range(0, predicted.size()).boxed().toList())
                .left("stage", stage -> predicted.get(stage).stage())
                .right(
                        "planned transfer",
                        stage -> seconds(answer.plan().stages().get(stage).transfer()))
                .right("predicted", stage -> seconds(predicted.get(stage).transfer()))
                .right(
                        "carried out",
                        stage -> answer.carried()
                                .map(runs -> seconds(runs.get(stage).transfer()))
                                .orElse("–"))
                .right(
                        "compute",
                        stage -> seconds(answer.plan().stages().get(stage).compute()))
                .left(
                        "arrived last",
                        stage -> answer.carried()
                                .map(runs -> runs.get(stage).slowest())
                                .orElse(""))
                .render());
        String planned = "Planned " + seconds(answer.plan().time()) + ", predicted with connecting and slow start "
                + seconds(answer.predicted().taken()) + ", ";
        lines.add("");
        lines.add(answer.time()
                .map(time -> planned + "carried out in " + seconds(time) + ": "
                        + Show.percent(Math.abs(answer.error().orElse(0.0)))
                        + (answer.error().orElse(0.0) < 0 ? " less" : " more") + " than predicted.")
                .orElse(planned + "not done in time: some flow was not whole."));
        answer.complaints().forEach(complaint -> lines.add("The numbers do not count: " + complaint));
        return String.join(System.lineSeparator(), lines);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", Durations.seconds(time));
    }
}
