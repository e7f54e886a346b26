package io.longhaul.store.log;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.MeasurementJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A measurement log: a directory of JSON Lines segments, one measurement a line; see {@code
 * docs/formats/measurement-log.md}. Many may read while one writes. Immutable, safe for any thread; nothing is opened
 * before it is asked for.
 */
public final class MeasurementLog {
    /** The price book that belongs to a log lies beside its segments under this name. */
    public static final String PRICES_FILE = "prices.json";

    private final Path directory;

    private MeasurementLog(Path directory) {
        this.directory = directory;
    }

    public static MeasurementLog at(Path directory) {
        return new MeasurementLog(directory);
    }

    public Path directory() {
        return directory;
    }

    /**
     * Where the price book of this log lies, whether or not there is one.
     *
     * @throws io.longhaul.store.StoreException when something else lies there: a link, a pipe, a directory
     */
    public Path pricesFile() {
        Path file = directory.resolve(PRICES_FILE);
        LogFiles.requireRegular(file);
        return file;
    }

    public boolean exists() {
        return Files.isDirectory(directory);
    }

    /**
     * Opens the log for appending, makes the directory when it is missing, and cuts off what a writer that died left
     * unfinished.
     *
     * @param warnings told of what was cut off
     * @throws io.longhaul.store.StoreException when another writer has it open, or the directory cannot be written
     */
    public LogWriter openWriter(LogOptions options, Consumer<LogWarning> warnings) {
        return openWriter(options, warnings, FileSegmentChannel::open);
    }

    LogWriter openWriter(LogOptions options, Consumer<LogWarning> warnings, LogWriter.Disk disk) {
        makeDirectory();
        LogLock lock = LogLock.take(directory);
        try {
            List<Segment> segments = Segment.list(directory);
            Segment last = segments.isEmpty() ? Segment.first(directory) : segments.get(segments.size() - 1);
            long size = segments.isEmpty() ? 0 : TailRepair.repair(last, disk, warnings);
            boolean full = size >= options.segmentSize().bytes();
            return new LogWriter(directory, options, disk, lock, full ? last.next() : last, full ? 0 : size);
        } catch (IOException e) {
            throw closing(lock, FileAccess.unwritable(directory, e));
        } catch (RuntimeException e) {
            throw closing(lock, e);
        }
    }

    /**
     * All measurements in the order they were appended, read as they are asked for: memory does not grow with the log.
     * Close the stream. What is appended meanwhile may or may not be seen.
     *
     * @throws InvalidInputException when there is no log, at once; or when a line is corrupt, while reading
     */
    public Stream<Measurement> stream(ReadOptions options) {
        MeasurementJson json = new MeasurementJson();
        return stream(options, json::fromJson);
    }

    /** As {@link #stream(ReadOptions)}, with only the ids. */
    public Stream<String> streamIds(ReadOptions options) {
        return stream(options, MeasurementJson::idOf);
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

    private <T> Stream<T> stream(ReadOptions options, BiFunction<String, String, T> decoder) {
        if (!exists()) {
            throw new InvalidInputException(
                    "There is no measurement log " + directory + ".",
                    "Give the directory of a log; probes and imports make one with --into.");
        }
        SegmentLines<T> lines = new SegmentLines<>(Segment.list(directory), options, decoder);
        Spliterator<T> spliterator =
                new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
                    @Override
                    public boolean tryAdvance(Consumer<? super T> action) {
                        Optional<T> next = lines.next();
                        next.ifPresent(action);
                        return next.isPresent();
                    }
                };
        return StreamSupport.stream(spliterator, false).onClose(() -> close(lines));
    }

    private void close(SegmentLines<?> lines) {
        try {
            lines.close();
        } catch (IOException e) {
            throw FileAccess.unreadable(directory, e);
        }
    }

    private void makeDirectory() {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw FileAccess.unwritable(directory, e);
        }
    }

    private static <E extends RuntimeException> E closing(LogLock lock, E error) {
        try {
            lock.close();
        } catch (IOException e) {
            error.addSuppressed(e);
        }
        return error;
    }
}
