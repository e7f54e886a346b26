package io.longhaul.cli.text;

import io.longhaul.core.study.ScreenResult;
import io.longhaul.core.units.Show;
import java.util.Map;
import java.util.StringJoiner;

/** The screening of a machine for people. */
public final class ScreenText {
    private ScreenText() {}

    public static String of(ScreenResult screen) {
        var lines = new StringJoiner(System.lineSeparator());
        lines.add(
                screen.fit()
                        ? "This machine is fit to measure and to serve."
                        : "This machine has " + screen.findings().size()
                                + (screen.findings().size() == 1 ? " fault:" : " faults:"));
        for (ScreenResult.Finding finding : screen.findings()) {
            lines.add("- " + finding.reason());
            lines.add("    " + finding.command().orElse(finding.advice()));
        }
        lines.add("");
        lines.add("late wake-ups  " + screen.oversleep().over1Millis() + " above 1 ms, "
                + screen.oversleep().over10Millis() + " above 10 ms, of "
                + screen.oversleep().samples() + "; p99.9 "
                + Show.time(screen.oversleep().p999()));
        lines.add("stolen time    "
                + (screen.stolen().isPresent() ? Show.percent(screen.stolen().getAsDouble()) : "unknown"));
        lines.add("clock          " + screen.timer().source().orElse("unknown") + ", "
                + screen.timer().cost().toNanos() + " ns a reading");
        screen.kernel().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(setting -> lines.add("  " + setting.getKey() + " = " + setting.getValue()));
        return lines.toString();
    }
}
