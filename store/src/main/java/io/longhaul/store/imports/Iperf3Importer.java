package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.MeasurementLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads reports of iperf3 clients and servers ({@code iperf3 -J} or {@code --json-stream}) into a measurement log; see {@code
 * docs/formats/imports.md}. A run that failed is imported as a failed measurement. Immutable, safe for any thread.
 */
public final class Iperf3Importer {
    private final Iperf3Options options;

    public Iperf3Importer(Iperf3Options options) {
        this.options = options;
    }

    /**
     * Imports files, one run each. Either all of them are read without an error, or the log is not touched.
     *
     * @param warnings told of a torn end of the log that had to be removed
     * @throws InvalidInputException when a file is missing, is no report of iperf3, or is of SCTP
     * @throws io.longhaul.store.StoreException when the log cannot be written, or another writer has it open
     */
    public ImportSummary importInto(
            MeasurementLog log, List<Path> files, ImportProgress progress, Consumer<LogWarning> warnings) {
        List<FileImport> imports = new ArrayList<>();
        for (Path file : files) {
            FileImport into = new FileImport(file, "iperf3 report");
            String text = FileAccess.readText(file);
            FieldReader report = Iperf3Text.report(text, file.toString());
            into.countRow();
            Instant fallback = modified(file);
            report.decode(fields -> {
                new Iperf3Report(options, fields, fallback, Digest.of(text))
                        .measurements()
                        .forEach(into::add);
                return into;
            });
            imports.add(into);
            progress.rowsRead(file, 1);
        }
        return LogImport.into(log, imports, warnings);
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw FileAccess.unreadable(file, e);
        }
    }
}
