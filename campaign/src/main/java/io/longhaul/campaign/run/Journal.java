package io.longhaul.campaign.run;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.log.LineLog;
import io.longhaul.store.log.LineWriter;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The journal of a campaign, in the folder {@value #FOLDER} of its log: written as the log is, each entry on disk before what it says is
 * done. Thread-safe.
 */
public final class Journal implements AutoCloseable {
    /** In the folder of the measurement log. */
    public static final String FOLDER = "campaign";

    private final LineWriter writer;

    private Journal(LineWriter writer) {
        this.writer = writer;
    }

    private static LineLog lines(Path log) {
        return LineLog.at(log.resolve(FOLDER), "campaign journal", JournalEntry.JSON::isWhole);
    }

    /** Whether a log has one. */
    public static boolean isIn(Path log) {
        return lines(log).exists();
    }

    /**
     * All entries so far; others may write meanwhile.
     *
     * @throws InvalidInputException when there is none, or it is corrupt
     */
    public static List<JournalEntry> read(Path log, Consumer<LogWarning> warnings) {
        try (Stream<JournalEntry> entries =
                lines(log).stream(ReadOptions.strict(warnings), JournalEntry.JSON::fromJson)) {
            return entries.toList();
        }
    }

    /**
     * Opens it for writing; one coordinator at a time.
     *
     * @throws io.longhaul.store.StoreException when another has it open, or it cannot be written
     */
    public static Journal open(Path log, Consumer<LogWarning> warnings) {
        return new Journal(lines(log).openWriter(LogOptions.DEFAULT, warnings));
    }

    /** On disk when this returns. */
    void append(List<? extends JournalEntry> entries) {
        writer.appendAll(entries.stream()
                .map(entry -> (JournalEntry.JSON.toReadableLine(entry) + "\n").getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    @Override
    public void close() {
        writer.close();
    }
}
