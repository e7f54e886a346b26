package io.longhaul.cli.text;

import io.longhaul.cli.Version;
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
                        + System.lineSeparator() + "Next: " + Version.command() + " estimate " + log + ", or "
                        + Version.command() + " recommend --log "
                        + log;
        String guesses = summary.files().stream()
                .filter(file -> !file.guesses().isEmpty())
                .map(file -> "Guessed of " + file.file().getFileName() + ": " + String.join("; ", file.guesses()) + "."
                        + System.lineSeparator())
                .collect(Collectors.joining());
        return table + System.lineSeparator() + System.lineSeparator() + guesses + closing;
    }

    private static String skipped(FileSummary file) {
        return file.skipped().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }
}
