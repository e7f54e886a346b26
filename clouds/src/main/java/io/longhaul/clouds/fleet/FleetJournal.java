package io.longhaul.clouds.fleet;

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

/** The journal of a fleet, in a folder of its own: each entry is on disk before what it says is done. Thread-safe. */
public final class FleetJournal implements AutoCloseable, Consumer<FleetEntry> {
    private final LineWriter writer;

    private FleetJournal(LineWriter writer) {
        this.writer = writer;
    }

    private static LineLog lines(Path folder) {
        return LineLog.at(folder, "fleet journal", FleetEntry.JSON::isWhole);
    }

    /**
     * What the journal says so far; nothing when there is none.
     *
     * @throws io.longhaul.core.error.InvalidInputException when it is corrupt before its last line
     */
    public static FleetState read(Path folder, Consumer<LogWarning> warnings) {
        LineLog log = lines(folder);
        if (!log.exists()) {
            return FleetState.of(List.of());
        }
        try (Stream<FleetEntry> entries = log.stream(ReadOptions.strict(warnings), FleetEntry.JSON::fromJson)) {
            return FleetState.of(entries.toList());
        }
    }

    /**
     * Opens it for writing; one process at a time.
     *
     * @throws io.longhaul.store.StoreException when another has it open, or it cannot be written
     */
    public static FleetJournal open(Path folder, Consumer<LogWarning> warnings) {
        return new FleetJournal(lines(folder).openWriter(LogOptions.DEFAULT, warnings));
    }

    /** On disk when this returns. */
    @Override
    public void accept(FleetEntry entry) {
        writer.appendAll(List.of((FleetEntry.JSON.toReadableLine(entry) + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        writer.close();
    }
}
