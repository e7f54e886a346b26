package io.longhaul.cli.text;

import io.longhaul.store.imports.FileSummary;
import io.longhaul.store.imports.ImportSummary;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** What came of an import, as text. */
public final class ImportText {
    private ImportText() {}

    public static String of(ImportSummary summary, Path log) {
        String table = Table.of(summary.files())
                .left("file", file -> String.valueOf(file.file().getFileName()))
                .left("what", FileSummary::kind)
                .right("rows", file -> String.valueOf(file.rows()))
                .right("measurements", file -> String.valueOf(file.measurements()))
                .right("prices", file -> String.valueOf(file.prices()))
                .left("left out", ImportText::skipped)
                .render();
        String closing = summary.nothingNew()
                ? "Everything was in " + log + " already; nothing was added."
                : summary.measurements() + " measurements and " + summary.prices() + " prices are in " + log + " now."
                        + System.lineSeparator() + "Next: longhaul estimate " + log + ", or longhaul recommend --log "
                        + log;
        return table + System.lineSeparator() + System.lineSeparator() + closing;
    }

    private static String skipped(FileSummary file) {
        return file.skipped().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }
}
