package io.longhaul.store.log;

import io.longhaul.store.StoreException;
import io.longhaul.store.log.LineReader.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Makes the end of a segment fit for appending after its last writer died. A whole line whose end is
 * missing gets one; anything less was never acknowledged and is cut off. Stateless.
 */
final class TailRepair {
    private TailRepair() {}

    /**
     * Repairs the segment and returns its length.
     *
     * @param whole whether a line without its end was written whole
     */
    static long repair(Segment segment, LogWriter.Disk disk, Predicate<String> whole, Consumer<LogWarning> warnings)
            throws IOException {
        Optional<Line> tail = unendedLine(segment);
        try (SegmentChannel channel = disk.open(segment.file())) {
            if (tail.isPresent()) {
                if (whole.test(tail.get().text())) {
                    channel.append("\n".getBytes(StandardCharsets.UTF_8));
                } else {
                    warnings.accept(removed(segment, tail.get(), channel.size()));
                    channel.truncate(tail.get().start());
                }
                channel.force();
            }
            return channel.size();
        }
    }

    private static Optional<Line> unendedLine(Segment segment) throws IOException {
        try (LineReader lines = new LineReader(segment.file())) {
            Optional<Line> line = lines.next();
            while (line.isPresent() && line.get().ended()) {
                if (line.get().tooLong()) {
                    throw new StoreException(
                            segment.file() + " line " + line.get().number() + " is longer than " + LineReader.LONGEST
                                    + " octets: no measurement is.",
                            "Remove the line, or write into another log.");
                }
                line = lines.next();
            }
            return line;
        }
    }

    private static LogWarning removed(Segment segment, Line line, long size) {
        return new LogWarning(
                LogWarning.Kind.TORN_TAIL,
                segment.file(),
                line.number(),
                "Removed " + (size - line.start()) + " octets of a line that was not written to its end, at "
                        + segment.file() + " line " + line.number() + ".");
    }
}
