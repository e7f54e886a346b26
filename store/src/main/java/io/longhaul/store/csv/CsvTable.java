package io.longhaul.store.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.store.FileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A CSV file (RFC 4180, UTF-8) whose first line names its columns, read row by row. Columns may stand in any order and
 * others may stand beside them. Confined to one thread.
 */
public final class CsvTable implements AutoCloseable {
    private final Path file;
    private final CloseableIterator<CsvRecord> records;
    private final List<String> columns;
    private final Map<String, Integer> indexes = new HashMap<>();

    private CsvTable(Path file, CloseableIterator<CsvRecord> records) {
        this.file = file;
        this.records = records;
        this.columns = nextRecord()
                .map(CsvRecord::getFields)
                .orElseThrow(() -> new InvalidInputException(
                        "The file " + file + " is empty.", "Its first line must name the columns."));
        for (int i = 0; i < columns.size(); i++) {
            indexes.put(columns.get(i), i);
        }
    }

    /**
     * Opens a file and reads its header line.
     *
     * @throws InvalidInputException when there is no such file, or it is empty
     * @throws io.longhaul.store.StoreException when it cannot be read
     */
    public static CsvTable open(Path file) {
        try {
            CsvReader<CsvRecord> reader = CsvReader.builder()
                    .allowMissingFields(true)
                    .allowExtraFields(true)
                    .detectBomHeader(true)
                    .ofCsvRecord(file);
            return new CsvTable(file, reader.iterator());
        } catch (IOException e) {
            throw FileAccess.unreadable(file, e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e);
        }
    }

    public Path file() {
        return file;
    }

    public List<String> columns() {
        return columns;
    }

    public boolean hasColumns(Collection<String> names) {
        return indexes.keySet().containsAll(names);
    }

    /**
     * Checks the header.
     *
     * @throws InvalidInputException naming every column that is missing
     */
    public void requireColumns(Collection<String> names) {
        List<String> missing = new ArrayList<>(names);
        missing.removeAll(columns);
        if (!missing.isEmpty()) {
            throw new InvalidInputException(
                    "The file " + file + " has no column " + String.join(", ", missing) + "; it has "
                            + String.join(", ", columns) + ".",
                    "The columns must be " + String.join(", ", names) + "; more may stand beside them.");
        }
    }

    /**
     * The next row; empty at the end of the file. Empty lines are skipped.
     *
     * @throws InvalidInputException when the line is not well-formed, or has more or fewer fields than the header
     */
    public Optional<CsvRow> nextRow() {
        return nextRecord().map(fields -> {
            if (fields.getFieldCount() != columns.size()) {
                throw new InvalidInputException(
                        file + " line " + fields.getStartingLineNumber() + " has " + fields.getFieldCount()
                                + " fields, the header has " + columns.size() + ".",
                        "Repair the line: is a comma or a quote missing?");
            }
            return new CsvRow(file, indexes, fields);
        });
    }

    private Optional<CsvRecord> nextRecord() {
        try {
            return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
        } catch (CsvParseException e) {
            throw new InvalidInputException(
                    "The file " + file + " is not well-formed CSV: " + e.getMessage(),
                    "Repair it: look at its quotes.",
                    e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            records.close();
        } catch (IOException e) {
            throw FileAccess.unreadable(file, e);
        }
    }

    private static LonghaulException unreadable(Path file, UncheckedIOException e) {
        IOException cause = e.getCause();
        return FileAccess.unreadable(file, cause == null ? new IOException(e) : cause);
    }
}
