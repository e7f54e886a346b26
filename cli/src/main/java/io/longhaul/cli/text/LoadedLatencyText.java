package io.longhaul.cli.text;

import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.study.LoadedLatency;
import io.longhaul.core.study.LoadedLatency.Level;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/** Latency beside loads for people. */
public final class LoadedLatencyText {
    private LoadedLatencyText() {}

    public static String of(LoadedLatency study) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add("The cap is " + Show.rate(study.cap()) + ". "
                + study.heaviestQuiet()
                        .map(level -> "Up to " + Show.percent(level.share())
                                + " of it the median stays within a fifth of that at rest.")
                        .orElse("There is no round-trip time at rest to compare with."));
        lines.add("");
        lines.add(Table.of(study.levels())
                .right("load", level -> Show.percent(level.share()))
                .right("carried", level -> level.carried().map(Show::rate).orElse("-"))
                .right("min", level -> time(level, rtt -> Optional.of(rtt.min())))
                .right("median", level -> time(level, RttSummary::median))
                .right("p95", level -> time(level, RttSummary::p95))
                .right("p99", level -> time(level, RttSummary::p99))
                .right("lost", level -> level.lost() + " of " + level.sent())
                .render());
        return lines.toString();
    }

    private static String time(Level level, Function<RttSummary, Optional<Duration>> figure) {
        return level.rtt().flatMap(figure).map(Show::time).orElse("-");
    }
}
