package io.longhaul.store.log;

import io.longhaul.core.measure.Measurement;
import io.longhaul.store.StoreException;
import io.longhaul.store.json.MeasurementJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * Appends to a measurement log and holds the right to do so until closed. When {@code append} returns, the measurement
 * is on disk; when it throws, the log is as it was before. Safe for any thread: appends are made one after another.
 */
public final class LogWriter implements AutoCloseable {
    /** Opens segments; the tests put failing disks here. */
    interface Disk {
        SegmentChannel open(Path file) throws IOException;
    }

    private final LineWriter lines;
    private final MeasurementJson json = new MeasurementJson();

    LogWriter(LineWriter lines) {
        this.lines = lines;
    }

    /**
     * Appends one measurement and forces it to disk.
     *
     * @throws StoreException when it cannot be written, or the writer is closed
     */
    public void append(Measurement measurement) {
        appendAll(List.of(measurement));
    }

    /**
     * Appends many measurements and forces them to disk together. When this throws, those already forced (whole
     * measurements, in order) stay in the log.
     *
     * @return how many were appended
     * @throws StoreException when they cannot be written, or the writer is closed
     */
    public long appendAll(Iterable<? extends Measurement> measurements) {
        return lines.appendAll(() -> {
            Iterator<? extends Measurement> all = measurements.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public byte[] next() {
                    return line(all.next());
                }
            };
        });
    }

    /** Nothing enters the log that would not be read again, wherever its numbers come from. */
    private byte[] line(Measurement measurement) {
        return (json.toReadableLine(measurement) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Gives the right to write back. What was appended is on disk already. */
    @Override
    public void close() {
        lines.close();
    }
}
