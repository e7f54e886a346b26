package io.longhaul.e2e.lab.study;

import java.util.ArrayList;
import java.util.List;

/**
 * What an experiment found. Immutable.
 *
 * @param title of the table
 * @param columns heads
 * @param rows cells, as many as heads
 * @param checks what it was to show
 */
record StudyReport(String title, List<String> columns, List<List<String>> rows, List<Check> checks) {
    public StudyReport {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        checks = List.copyOf(checks);
    }

    /**
     * One thing to show.
     *
     * @param what in words, with its bound
     * @param measured what came out
     * @param holds whether it is within the bound
     */
    record Check(String what, String measured, boolean holds) {}

    /** The table, and a line for each check. */
    String toMarkdown() {
        var text = new StringBuilder(title).append(":\n\n");
        row(text, columns);
        row(text, columns.stream().map(column -> "---").toList());
        rows.forEach(cells -> row(text, cells));
        text.append('\n');
        for (Check check : checks) {
            text.append(check.holds() ? "- holds: " : "- DOES NOT HOLD: ")
                    .append(check.what() + " (" + check.measured() + ")\n");
        }
        return text.toString();
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    static Builder titled(String title, String... columns) {
        return new Builder(title, List.of(columns));
    }

    /** Collects rows. Confined to one thread. */
    static final class Builder {
        private final String title;
        private final List<String> columns;
        private final List<List<String>> rows = new ArrayList<>();
        private final List<Check> checks = new ArrayList<>();

        private Builder(String title, List<String> columns) {
            this.title = title;
            this.columns = columns;
        }

        void row(List<String> cells) {
            rows.add(List.copyOf(cells));
        }

        void check(String what, String measured, boolean holds) {
            checks.add(new Check(what, measured, holds));
        }

        StudyReport build() {
            return new StudyReport(title, columns, rows, checks);
        }
    }
}
