package io.longhaul.store.log;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.json.MeasurementJson;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A measurement log: a directory of JSON Lines segments, one measurement a line; see {@code
 * docs/formats/measurement-log.md}. Many may read while one writes. Immutable, safe for any thread; nothing is opened
 * before it is asked for.
 */
public final class MeasurementLog {
    /** The price book that belongs to a log lies beside its segments under this name. */
    public static final String PRICES_FILE = "prices.json";

    private final LineLog lines;

    private MeasurementLog(LineLog lines) {
        this.lines = lines;
    }

    public static MeasurementLog at(Path directory) {
        return new MeasurementLog(LineLog.at(directory, "measurement log", new MeasurementJson()::isWhole));
    }

    public Path directory() {
        return lines.directory();
    }

    /**
     * Where the price book of this log lies, whether or not there is one.
     *
     * @throws io.longhaul.store.StoreException when something else lies there: a link, a pipe, a directory
     */
    public Path pricesFile() {
        Path file = directory().resolve(PRICES_FILE);
        LogFiles.requireRegular(file);
        return file;
    }

    public boolean exists() {
        return lines.exists();
    }

    /**
     * Opens the log for appending, makes the directory when it is missing, and cuts off what a writer that died left
     * unfinished.
     *
     * @param warnings told of what was cut off
     * @throws io.longhaul.store.StoreException when another writer has it open, or the directory cannot be written
     */
    public LogWriter openWriter(LogOptions options, Consumer<LogWarning> warnings) {
        return new LogWriter(lines.openWriter(options, warnings));
    }

    LogWriter openWriter(LogOptions options, Consumer<LogWarning> warnings, LogWriter.Disk disk) {
        return new LogWriter(lines.openWriter(options, warnings, disk));
    }

    /**
     * All measurements in the order they were appended, read as they are asked for: memory does not grow with the log.
     * Close the stream. What is appended meanwhile may or may not be seen.
     *
     * @throws InvalidInputException when there is no log, at once; or when a line is corrupt, while reading
     */
    public Stream<Measurement> stream(ReadOptions options) {
        MeasurementJson json = new MeasurementJson();
        return lines.stream(options, json::fromJson);
    }

    /** As {@link #stream(ReadOptions)}, with only the ids. */
    public Stream<String> streamIds(ReadOptions options) {
        return lines.stream(options, MeasurementJson::idOf);
    }

    /**
     * All measurements at once, for small logs.
     *
     * @throws InvalidInputException when there is no log, or a line is corrupt
     */
    public List<Measurement> readAll(ReadOptions options) {
        try (Stream<Measurement> measurements = stream(options)) {
            return measurements.toList();
        }
    }
}
