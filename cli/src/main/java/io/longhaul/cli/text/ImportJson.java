package io.longhaul.cli.text;

import io.longhaul.store.imports.FileSummary;
import io.longhaul.store.imports.ImportSummary;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** What came of an import, {@code longhaul-import/1}. */
public final class ImportJson {
    private ImportJson() {}

    private record Document(String format, long rows, long measurements, long prices, List<FileFields> files) {}

    private record FileFields(
            String file,
            String kind,
            long rows,
            long measurements,
            long prices,
            Map<String, Long> skipped,
            List<String> guessed) {
        static FileFields of(FileSummary file) {
            var skipped = new TreeMap<String, Long>();
            file.skipped().forEach((reason, count) -> skipped.put(reason.name().toLowerCase(Locale.ROOT), count));
            return new FileFields(
                    file.file().toString(),
                    file.kind(),
                    file.rows(),
                    file.measurements(),
                    file.prices(),
                    skipped,
                    file.guesses());
        }
    }

    public static String of(ImportSummary summary) {
        return JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Document(
                        "longhaul-import/1",
                        summary.rows(),
                        summary.measurements(),
                        summary.prices(),
                        summary.files().stream().map(FileFields::of).toList()));
    }
}
