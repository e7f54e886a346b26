package io.longhaul.store.log;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import io.longhaul.store.log.LineReader.Line;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log line by line, over all its segments, and decides what a line that cannot be read means: torn when it is
 * the last of the log and has no end, corrupt otherwise. Lines are decoded some at a time, on all processors, and handed
 * out in their order: memory does not grow with the log. Confined to one thread; the decoder is called from several.
 *
 * @param <T> what a line is decoded to
 */
final class SegmentLines<T> implements Closeable {
    /** So many lines, or so many characters, are decoded at once. */
    private static final int MOST_LINES = 256;

    private static final int MOST_CHARACTERS = 4 << 20;

    private final Deque<Segment> waiting;
    private final Deque<Decoded<T>> ready = new ArrayDeque<>();
    private final ReadOptions options;
    private final BiFunction<String, String, T> decoder;
    private @Nullable Segment segment;
    private @Nullable LineReader lines;

    /** @param decoder from the text of a line, and the place it stands at, to a value */
    SegmentLines(List<Segment> segments, ReadOptions options, BiFunction<String, String, T> decoder) {
        this.waiting = new ArrayDeque<>(segments);
        this.options = options;
        this.decoder = decoder;
    }

    /** A line with the value it holds, or with what is wrong with it. */
    private record Decoded<T>(Line line, Optional<T> value, Optional<InvalidInputException> error) {}

    /** The next value; empty at the end of the log. */
    Optional<T> next() {
        while (true) {
            Segment current = openSegment();
            if (current == null) {
                return Optional.empty();
            }
            if (ready.isEmpty() && !decodeSome(current)) {
                closeSegment(current);
                continue;
            }
            Optional<T> value = value(current, ready.remove());
            if (value.isPresent()) {
                return value;
            }
        }
    }

    /** Reads and decodes the next lines of a segment; false at its end. */
    private boolean decodeSome(Segment current) {
        List<Line> lines = new ArrayList<>();
        int characters = 0;
        while (lines.size() < MOST_LINES && characters < MOST_CHARACTERS) {
            Optional<Line> line = readLine(current);
            if (line.isEmpty()) {
                break;
            }
            if (line.get().tooLong() || !line.get().text().isBlank()) {
                lines.add(line.get());
                characters += line.get().tooLong()
                        ? MOST_CHARACTERS
                        : line.get().text().length();
            }
        }
        lines.parallelStream().map(line -> decode(current, line)).forEachOrdered(ready::add);
        return !ready.isEmpty();
    }

    private Decoded<T> decode(Segment current, Line line) {
        if (line.tooLong()) {
            return new Decoded<>(
                    line,
                    Optional.empty(),
                    Optional.of(new InvalidInputException(
                            place(current, line) + " is longer than " + LineReader.LONGEST + " octets.",
                            "No measurement is: remove the line.")));
        }
        try {
            return new Decoded<>(line, Optional.of(decoder.apply(line.text(), place(current, line))), Optional.empty());
        } catch (InvalidInputException unreadable) {
            return new Decoded<>(line, Optional.empty(), Optional.of(unreadable));
        }
    }

    private static String place(Segment current, Line line) {
        return current.file() + " line " + line.number();
    }

    private Optional<T> value(Segment current, Decoded<T> decoded) {
        if (decoded.error().isEmpty()) {
            return decoded.value();
        }
        InvalidInputException unreadable = decoded.error().get();
        Line line = decoded.line();
        String place = place(current, line);
        if (!line.ended() && waiting.isEmpty()) {
            options.warnings()
                    .accept(new LogWarning(
                            LogWarning.Kind.TORN_TAIL,
                            current.file(),
                            line.number(),
                            "The last line of the log, " + place
                                    + ", was not written to its end and is left out; the next append removes it."));
            return Optional.empty();
        }
        if (!options.skipCorrupt()) {
            throw new InvalidInputException(
                    "The log is corrupt at " + place + ": " + unreadable.getMessage(),
                    "Read it with corrupt lines skipped and listed, or remove that line.",
                    unreadable);
        }
        options.warnings()
                .accept(new LogWarning(
                        LogWarning.Kind.CORRUPT_LINE,
                        current.file(),
                        line.number(),
                        "Skipped a corrupt line: " + unreadable.getMessage()));
        return Optional.empty();
    }

    private @Nullable Segment openSegment() {
        if (segment == null && !waiting.isEmpty()) {
            Segment next = waiting.remove();
            try {
                lines = new LineReader(next.file());
            } catch (IOException e) {
                throw FileAccess.unreadable(next.file(), e);
            }
            segment = next;
        }
        return segment;
    }

    private Optional<Line> readLine(Segment current) {
        LineReader reader = lines;
        if (reader == null) {
            return Optional.empty();
        }
        try {
            return reader.next();
        } catch (IOException e) {
            throw FileAccess.unreadable(current.file(), e);
        }
    }

    private void closeSegment(Segment current) {
        try {
            close();
        } catch (IOException e) {
            throw FileAccess.unreadable(current.file(), e);
        }
    }

    @Override
    public void close() throws IOException {
        LineReader reader = lines;
        lines = null;
        segment = null;
        if (reader != null) {
            reader.close();
        }
    }
}
