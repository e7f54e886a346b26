package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.csv.CsvTable;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads what the Skyplane project published (throughput grids, round-trip times, prices) into a measurement log and
 * the price book beside it. Each file is recognised by its header. Importing a file twice adds nothing the second time;
 * see {@code docs/formats/imports.md}. Immutable, safe for any thread.
 */
public final class SkyplaneImporter {
    private static final long PROGRESS_EVERY = 1_000;

    /** The AWS file comes last: its columns are a part of those of the price grid. */
    private static final List<SkyplaneTable> TABLES =
            List.of(new SkyplaneThroughput(), new SkyplaneRtt(), new SkyplanePrices(), new SkyplaneAwsPrices());

    private final SkyplaneOptions options;

    public SkyplaneImporter(SkyplaneOptions options) {
        this.options = options;
    }

    /**
     * Imports files. Either all of them are read without an error, or the log is not touched.
     *
     * @param warnings told of a torn end of the log that had to be removed
     * @throws InvalidInputException when a file is missing, is none of Skyplane's, or has a value that cannot be used;
     *     the message names file, line, column and value
     * @throws io.longhaul.store.StoreException when the log cannot be written, or another writer has it open
     */
    public ImportSummary importInto(
            MeasurementLog log, List<Path> files, ImportProgress progress, Consumer<LogWarning> warnings) {
        List<FileImport> imports = new ArrayList<>();
        for (Path file : files) {
            imports.add(read(file, progress));
        }
        return LogImport.into(log, imports, warnings);
    }

    private FileImport read(Path file, ImportProgress progress) {
        try (CsvTable table = CsvTable.open(file)) {
            SkyplaneTable kind = recognise(table);
            FileImport into = new FileImport(file, kind.kind());
            SkyplaneTable.RowReader reader = kind.open(options, String.valueOf(file.getFileName()));
            table.forEachRow(row -> {
                into.countRow();
                reader.read(row, into);
                if (into.rows() % PROGRESS_EVERY == 0) {
                    progress.rowsRead(file, into.rows());
                }
            });
            progress.rowsRead(file, into.rows());
            return into;
        }
    }

    private static SkyplaneTable recognise(CsvTable table) {
        return TABLES.stream()
                .filter(kind -> table.alsoNamed(kind.fileNames())
                        .alsoNamed(kind.otherFileNames())
                        .hasColumns(kind.columns()))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The file " + table.file() + " is none that Skyplane published; its columns are "
                                + String.join(", ", table.columns()) + ".",
                        "Known are "
                                + TABLES.stream()
                                        .map(kind -> kind.kind() + " (" + String.join(", ", kind.columns()) + ")")
                                        .collect(Collectors.joining("; "))
                                + ". For another table use import csv and name its columns."));
    }
}
