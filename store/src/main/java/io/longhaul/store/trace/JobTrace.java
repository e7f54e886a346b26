package io.longhaul.store.trace;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.TracedJob;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads traces of jobs: CSV with the columns {@code job, submit_s, input_bytes, shuffle_bytes, output_bytes}, as made of the
 * published workloads of SWIM; see {@code docs/formats/job-trace.md}. Stateless.
 */
public final class JobTrace {
    private static final List<String> COLUMNS =
            List.of("job", "submit_s", "input_bytes", "shuffle_bytes", "output_bytes");
    /** Octets of a job, and seconds of a trace, beyond which a value is a mistake. */
    private static final double MOST_OCTETS = 1e16;

    private static final double MOST_SECONDS = 1e9;
    private static final int MOST_JOBS = 10_000_000;

    private JobTrace() {}

    /**
     * All jobs of a file, in its order.
     *
     * @throws InvalidInputException when the file is missing or not of the format; the message names the line
     */
    public static List<TracedJob> read(Path file) {
        var jobs = new ArrayList<TracedJob>();
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(COLUMNS);
            table.forEachRow(row -> {
                if (jobs.size() == MOST_JOBS) {
                    throw new InvalidInputException(
                            "The trace has more than " + MOST_JOBS + " jobs.", "Give a part of it.");
                }
                jobs.add(new TracedJob(
                        row.text("job"),
                        Durations.ofSeconds(atMost(row, "submit_s", MOST_SECONDS)),
                        octets(row, "input_bytes"),
                        octets(row, "shuffle_bytes"),
                        octets(row, "output_bytes")));
            });
        }
        return jobs;
    }

    private static DataSize octets(CsvRow row, String column) {
        return DataSize.ofBytes((long) atMost(row, column, MOST_OCTETS));
    }

    private static double atMost(CsvRow row, String column, double most) {
        double value = row.decimal(column);
        if (value > most) {
            throw new InvalidInputException(
                    "The " + column + " (" + value + ") is above " + most + ".", "Check the unit: seconds and octets.");
        }
        return value;
    }
}
