package io.longhaul.store.log;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.StoreException;
import io.longhaul.store.json.MeasurementJson;
import io.longhaul.store.log.LineReader.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes the end of a segment fit for appending after its last writer died. A whole measurement whose line end is
 * missing gets one; anything less was never acknowledged and is cut off. Stateless.
 */
final class TailRepair {
    private TailRepair() {}

    /** Repairs the segment and returns its length. */
    static long repair(Segment segment, LogWriter.Disk disk, Consumer<LogWarning> warnings) throws IOException {
        Optional<Line> tail = unendedLine(segment);
        try (SegmentChannel channel = disk.open(segment.file())) {
            if (tail.isPresent()) {
                if (isWhole(tail.get(), segment)) {
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

    private static boolean isWhole(Line line, Segment segment) {
        try {
            new MeasurementJson().fromJson(line.text(), segment.file().toString());
            return true;
        } catch (InvalidInputException torn) {
            return false;
        }
    }

    private static LogWarning removed(Segment segment, Line line, long size) {
        return new LogWarning(
                LogWarning.Kind.TORN_TAIL,
                segment.file(),
                line.number(),
                "Removed " + (size - line.start()) + " octets of a measurement that was not written to its end, at "
                        + segment.file() + " line " + line.number() + ".");
    }
}
