package io.longhaul.store.export;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.RecordFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Writes a measurement log as two Parquet files, {@code runs.parquet} and {@code intervals.parquet}, for pandas, Spark and
 * the like; see {@code docs/formats/parquet.md}. The log is read once and never held. Stateless, safe for any thread.
 */
public final class ParquetExport {
    /** One row a measurement. */
    public static final String RUNS = "runs.parquet";

    /** One row an interval of a throughput run. */
    public static final String INTERVALS = "intervals.parquet";

    private static final long PROGRESS_EVERY = 1_000;

    private ParquetExport() {}

    /** What was written. Immutable. */
    public record Summary(Path runsFile, long runs, Path intervalsFile, long intervals) {
        /** {@code longhaul-export/1}; see {@code docs/formats/parquet.md}. */
        public static final JsonFormat<Summary> JSON = RecordFields.of(Summary.class)
                .text("runs_file", Path::toString, Path::of)
                .plain("runs")
                .text("intervals_file", Path::toString, Path::of)
                .plain("intervals")
                .asFormat("longhaul-export/1");
    }

    /**
     * Exports measurements into a directory, which is made when it is missing. Existing files of these names are replaced,
     * each whole or not at all.
     *
     * @param progress told now and then how many measurements were written
     * @throws io.longhaul.store.StoreException when a file cannot be written
     */
    public static Summary write(Stream<? extends Measurement> log, Path directory, LongConsumer progress) {
        Path runs = directory.resolve(RUNS);
        Path intervals = directory.resolve(INTERVALS);
        try {
            Files.createDirectories(directory);
            try (var runTable = new ParquetTable<>(runs, "runs", RunColumns.ALL);
                    var intervalTable = new ParquetTable<>(intervals, "intervals", IntervalColumns.ALL)) {
                for (Iterator<? extends Measurement> all = log.iterator(); all.hasNext(); ) {
                    add(all.next(), runTable, intervalTable);
                    if (runTable.rows() % PROGRESS_EVERY == 0) {
                        progress.accept(runTable.rows());
                    }
                }
                runTable.finish();
                intervalTable.finish();
                return new Summary(runs, runTable.rows(), intervals, intervalTable.rows());
            }
        } catch (IOException e) {
            throw FileAccess.unwritable(directory, e);
        }
    }

    /** The other direction of a bidirectional run is a run of its own. */
    private static void add(
            Measurement run, ParquetTable<Measurement> runs, ParquetTable<IntervalColumns.Row> intervals)
            throws IOException {
        runs.add(run);
        if (run instanceof ThroughputMeasurement throughput) {
            for (IntervalSample sample : throughput.intervals()) {
                intervals.add(new IntervalColumns.Row(throughput, sample));
            }
            if (throughput.opposite().isPresent()) {
                add(throughput.opposite().get(), runs, intervals);
            }
        }
    }
}
