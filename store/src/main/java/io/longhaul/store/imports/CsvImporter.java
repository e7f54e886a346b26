package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.csv.CsvTable;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads any table of rates or round-trip times whose columns are named by a {@link CsvMapping}; see {@code
 * docs/formats/imports.md}. Immutable, safe for any thread.
 */
public final class CsvImporter {
    private static final long PROGRESS_EVERY = 1_000;

    private final CsvMapping mapping;

    public CsvImporter(CsvMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Imports files. Either all of them are read without an error, or the log is not touched.
     *
     * @param warnings told of a torn end of the log that had to be removed
     * @throws InvalidInputException when a file is missing, lacks a column named, or has a value that cannot be used
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

    /** The mapping with the columns that the user did not name and whose names say what they hold. */
    private CsvMapping completed(CsvTable table, FileImport into) {
        Map<CsvField, String> columns = new EnumMap<>(CsvField.class);
        columns.putAll(mapping.columns());
        CsvGuess.columns(table).forEach((field, column) -> {
            if (!columns.containsKey(field) && !columns.containsValue(column)) {
                columns.put(field, column);
                into.guess(field.id() + " is the column " + column);
            }
        });
        if (table.separator() != ',') {
            into.guess("fields stand between " + (table.separator() == ';' ? "semicolons" : "tabulators"));
        }
        CsvMapping completed = mapping.withColumns(columns);
        completed.requireFields(table.file(), table.columns());
        return completed;
    }

    private FileImport read(Path file, ImportProgress progress) {
        FileImport into = new FileImport(file, "table");
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(mapping.columns().values());
            CsvMeasurements measurements = new CsvMeasurements(completed(table, into), table, into);
            table.forEachRow(row -> {
                into.countRow();
                measurements.read(row);
                if (into.rows() % PROGRESS_EVERY == 0) {
                    progress.rowsRead(file, into.rows());
                }
            });
        }
        progress.rowsRead(file, into.rows());
        return into;
    }
}
