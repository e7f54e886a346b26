package io.longhaul.store.log;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A directory of JSON Lines segments of one kind, written so that a writer may die at any moment. Many may read while one writes.
 * Immutable, safe for any thread; nothing is opened before it is asked for.
 */
public final class LineLog {
    private final Path directory;
    private final String what;
    private final Predicate<String> whole;

    private LineLog(Path directory, String what, Predicate<String> whole) {
        this.directory = directory;
        this.what = what;
        this.whole = whole;
    }

    /**
     * A log in a directory.
     *
     * @param what it is, for messages
     * @param whole whether a last line without its end was written whole
     */
    public static LineLog at(Path directory, String what, Predicate<String> whole) {
        return new LineLog(directory, what, whole);
    }

    Path directory() {
        return directory;
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
    public LineWriter openWriter(LogOptions options, Consumer<LogWarning> warnings) {
        return openWriter(options, warnings, FileSegmentChannel::open);
    }

    LineWriter openWriter(LogOptions options, Consumer<LogWarning> warnings, LogWriter.Disk disk) {
        makeDirectory();
        LogLock lock = LogLock.take(directory);
        try {
            List<Segment> segments = Segment.list(directory);
            Segment last = segments.isEmpty() ? Segment.first(directory) : segments.get(segments.size() - 1);
            long size = segments.isEmpty() ? 0 : TailRepair.repair(last, disk, whole, warnings);
            boolean full = size >= options.segmentSize().bytes();
            return new LineWriter(directory, options, disk, lock, full ? last.next() : last, full ? 0 : size);
        } catch (IOException e) {
            throw closing(lock, FileAccess.unwritable(directory, e));
        } catch (RuntimeException e) {
            throw closing(lock, e);
        }
    }

    /**
     * All lines in the order they were appended, decoded as they are asked for: memory does not grow with the log. Close the stream.
     * What is appended meanwhile may or may not be seen.
     *
     * @param decoder from the text of a line, and the place it stands at; called from several threads
     * @throws InvalidInputException when there is no log, at once; or when a line is corrupt, while reading
     */
    public <T> Stream<T> stream(ReadOptions options, BiFunction<String, String, T> decoder) {
        if (!exists()) {
            throw new InvalidInputException(
                    "There is no " + what + " " + directory + ".",
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
