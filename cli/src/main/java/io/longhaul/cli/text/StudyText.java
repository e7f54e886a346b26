package io.longhaul.cli.text;

import io.longhaul.lab.study.StudyReport;
import java.util.List;

/** What a study found, as Markdown. */
public final class StudyText {
    private StudyText() {}

    public static String of(StudyReport report) {
        var text = new StringBuilder(report.title()).append(":\n\n");
        row(text, report.columns());
        row(text, report.columns().stream().map(column -> "---").toList());
        report.rows().forEach(cells -> row(text, cells));
        text.append('\n');
        for (StudyReport.Check check : report.checks()) {
            text.append("- ")
                    .append(check.holds() ? "holds: " : "DOES NOT HOLD: ")
                    .append(check.what())
                    .append(" (")
                    .append(check.measured())
                    .append(")\n");
        }
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
