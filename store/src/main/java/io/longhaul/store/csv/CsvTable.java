package io.longhaul.store.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.store.FileAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A CSV file (RFC 4180, UTF-8; commas, semicolons or tabulators) whose first line names its columns, read row by row. Columns may stand in any order and
 * others may stand beside them. Confined to one thread.
 */
public final class CsvTable implements AutoCloseable {
    private static final int LONGEST_HEADER = 1 << 16;

    private final Path file;
    private final char separator;
    private final CloseableIterator<CsvRecord> records;
    private final List<String> columns;
    private final Map<String, Integer> indexes = new HashMap<>();

    private CsvTable(Path file, char separator, CloseableIterator<CsvRecord> records) {
        this.file = file;
        this.separator = separator;
        this.records = records;
        this.columns = nextRecord()
                .map(CsvRecord::getFields)
                .orElseThrow(() -> new InvalidInputException(
                        "The file " + file + " is empty.", "Its first line must name the columns."));
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i);
            if (indexes.put(name, i) != null && !name.isBlank()) {
                throw new InvalidInputException(
                        "The file " + file + " has the column " + name + " twice.", "Name each column once.");
            }
        }
    }

    /**
     * Opens a file and reads its header line.
     *
     * @throws InvalidInputException when there is no such file, it is empty, or two columns have one name
     * @throws io.longhaul.store.StoreException when it cannot be read
     */
    public static CsvTable open(Path file) {
        try {
            char separator = separator(file);
            CsvReader<CsvRecord> reader = CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowMissingFields(true)
                    .allowExtraFields(true)
                    .detectBomHeader(true)
                    .ofCsvRecord(file);
            return new CsvTable(file, separator, reader.iterator());
        } catch (IOException e) {
            throw FileAccess.unreadable(file, e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e);
        }
    }

    /** What the header holds most of, of comma, semicolon and tabulator; a comma when it holds none. */
    private static char separator(Path file) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1))) {
            char[] start = new char[LONGEST_HEADER];
            int count = Math.max(0, reader.read(start));
            String header = new String(start, 0, count).lines().findFirst().orElse("");
            char found = ',';
            for (char each : new char[] {';', '\t'}) {
                found = occurrences(header, each) > occurrences(header, found) ? each : found;
            }
            return found;
        }
    }

    private static long occurrences(String text, char wanted) {
        return text.chars().filter(each -> each == wanted).count();
    }

    /** Lets columns be asked for by other names than the file's, where it has no column of that name. */
    public CsvTable alsoNamed(Map<String, String> fileNames) {
        fileNames.forEach((name, inFile) -> {
            Integer index = indexes.get(inFile);
            if (index != null) {
                indexes.putIfAbsent(name, index);
            }
        });
        return this;
    }

    /** What stands between fields. */
    public char separator() {
        return separator;
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

    private String place(CsvRecord fields) {
        return file + " line " + fields.getStartingLineNumber();
    }

    /**
     * Reads all rows that are left. Empty lines are skipped. Whatever the action says against a row, by whichever
     * exception, is wrong input and is said with file and line.
     *
     * @throws InvalidInputException when a line is not well-formed, has more or fewer fields than the header, or cannot be used
     */
    public void forEachRow(Consumer<CsvRow> action) {
        for (Optional<CsvRecord> next = nextRecord(); next.isPresent(); next = nextRecord()) {
            CsvRecord fields = next.get();
            if (fields.getFieldCount() != columns.size()) {
                throw new InvalidInputException(
                        place(fields) + " has " + fields.getFieldCount() + " fields, the header has " + columns.size()
                                + ".",
                        "Repair the line: is a comma or a quote missing?");
            }
            try {
                action.accept(new CsvRow(file, indexes, fields));
            } catch (LonghaulException e) {
                throw e.message().contains(place(fields))
                        ? e
                        : new InvalidInputException(place(fields) + ": " + e.message(), e.advice(), e);
            } catch (RuntimeException e) {
                throw new InvalidInputException(
                        place(fields) + " cannot be used: " + e.getMessage() + ".",
                        "Look for a value that is far too large or too small.",
                        e);
            }
        }
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
