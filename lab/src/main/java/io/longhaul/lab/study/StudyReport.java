package io.longhaul.lab.study;

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
public record StudyReport(String title, List<String> columns, List<List<String>> rows, List<Check> checks) {
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
    public record Check(String what, String measured, boolean holds) {}

    /** Whether it showed all it was to show. */
    public boolean holds() {
        return checks.stream().allMatch(Check::holds);
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
