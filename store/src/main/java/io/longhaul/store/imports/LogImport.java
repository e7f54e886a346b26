package io.longhaul.store.imports;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.price.PriceBook;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Puts what was read into a log: measurements it does not hold yet, and prices on top of its price book. All files are
 * read before anything is written, so that a bad row in the last of them leaves the log as it was. Stateless.
 */
final class LogImport {
    private LogImport() {}

    static ImportSummary into(MeasurementLog log, List<FileImport> files, Consumer<LogWarning> warnings) {
        try (LogWriter writer = log.openWriter(LogOptions.DEFAULT, warnings)) {
            Set<String> known = knownIds(log, files);
            files.forEach(file -> file.dropKnown(known));
            List<Measurement> fresh =
                    files.stream().flatMap(file -> file.measurements().stream()).toList();
            writer.appendAll(fresh);
            PriceBook prices = new PriceBook(
                    files.stream().flatMap(file -> file.prices().stream()).toList(), List.of());
            mergePrices(log, prices);
        }
        return new ImportSummary(files.stream().map(FileImport::summary).toList());
    }

    /** Those ids of the import that the log holds; memory does not grow with the log. */
    private static Set<String> knownIds(MeasurementLog log, List<FileImport> files) {
        Set<String> wanted = new HashSet<>();
        files.forEach(file -> file.measurements()
                .forEach(measurement -> wanted.add(measurement.header().id())));
        Set<String> known = new HashSet<>();
        try (Stream<String> ids = log.streamIds(ReadOptions.skippingCorrupt(warning -> {}))) {
            ids.filter(wanted::contains).forEach(known::add);
        }
        return known;
    }

    private static void mergePrices(MeasurementLog log, PriceBook prices) {
        if (prices.egress().isEmpty()) {
            return;
        }
        PriceBookJson json = new PriceBookJson();
        PriceBook old = Files.exists(log.pricesFile()) ? json.read(log.pricesFile()) : PriceBook.empty();
        PriceBook merged = NewestPrices.of(old, prices);
        if (!merged.equals(old)) {
            json.write(log.pricesFile(), merged);
        }
    }
}
