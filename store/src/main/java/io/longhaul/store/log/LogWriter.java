package io.longhaul.store.log;

import io.longhaul.core.measure.Measurement;
import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import io.longhaul.store.json.MeasurementJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a measurement log and holds the right to do so until closed. When {@code append} returns, the measurement
 * is on disk; when it throws, the log is as it was before. Safe for any thread: appends are made one after another.
 */
public final class LogWriter implements AutoCloseable {
    private static final int BATCH_OCTETS = 1 << 20;

    /** Opens segments; the tests put failing disks here. */
    interface Disk {
        SegmentChannel open(Path file) throws IOException;
    }

    private final Path directory;
    private final LogOptions options;
    private final Disk disk;
    private final LogLock lock;
    private final MeasurementJson json = new MeasurementJson();
    private Segment segment;
    private @Nullable SegmentChannel channel;
    private long size;
    private boolean closed;

    LogWriter(Path directory, LogOptions options, Disk disk, LogLock lock, Segment last, long size) {
        this.directory = directory;
        this.options = options;
        this.disk = disk;
        this.lock = lock;
        this.segment = last;
        this.size = size;
    }

    /**
     * Appends one measurement and forces it to disk.
     *
     * @throws StoreException when it cannot be written, or the writer is closed
     */
    public synchronized void append(Measurement measurement) {
        appendAll(List.of(measurement));
    }

    /**
     * Appends many measurements and forces them to disk together. When this throws, those already forced (whole
     * measurements, in order) stay in the log.
     *
     * @return how many were appended
     * @throws StoreException when they cannot be written, or the writer is closed
     */
    public synchronized long appendAll(Iterable<? extends Measurement> measurements) {
        if (closed) {
            throw new StoreException("The writer of the log " + directory + " is closed.", "Open the log again.");
        }
        long count = 0;
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        Iterator<? extends Measurement> all = measurements.iterator();
        while (all.hasNext()) {
            batch.writeBytes(line(all.next()));
            count++;
            boolean segmentFull = size + batch.size() >= options.segmentSize().bytes();
            if (segmentFull || batch.size() >= BATCH_OCTETS || !all.hasNext()) {
                writeDurably(batch.toByteArray());
                batch.reset();
            }
            if (segmentFull) {
                startNextSegment();
            }
        }
        return count;
    }

    /** Nothing enters the log that would not be read again, wherever its numbers come from. */
    private byte[] line(Measurement measurement) {
        byte[] octets = (json.toReadableLine(measurement) + "\n").getBytes(StandardCharsets.UTF_8);
        if (octets.length > LineReader.LONGEST) {
            throw new StoreException(
                    "The measurement " + measurement.header().id() + " takes " + octets.length
                            + " octets, more than a line of a log may have.",
                    "Measure for a shorter time, or with longer intervals.");
        }
        return octets;
    }

    private void writeDurably(byte[] octets) {
        try {
            lock.requireHeld();
            SegmentChannel open = openChannel();
            try {
                open.append(octets);
                open.force();
                size += octets.length;
            } catch (IOException failed) {
                undo(open, failed);
                throw failed;
            }
        } catch (IOException e) {
            throw FileAccess.unwritable(segment.file(), e);
        }
    }

    private SegmentChannel openChannel() throws IOException {
        SegmentChannel open = channel;
        if (open == null) {
            open = disk.open(segment.file());
            FileAccess.forceDirectory(directory);
            channel = open;
        }
        return open;
    }

    /** Cuts off what a failed write left behind; should that fail too, the next opening of the log does it. */
    private void undo(SegmentChannel open, IOException failed) {
        channel = null;
        try (open) {
            open.truncate(size);
            open.force();
        } catch (IOException again) {
            failed.addSuppressed(again);
            closed = true;
        }
    }

    private void startNextSegment() {
        try {
            closeChannel();
        } catch (IOException e) {
            throw FileAccess.unwritable(segment.file(), e);
        }
        segment = segment.next();
        size = 0;
    }

    private void closeChannel() throws IOException {
        SegmentChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    /** Gives the right to write back. What was appended is on disk already. */
    @Override
    public synchronized void close() {
        closed = true;
        try (lock) {
            closeChannel();
        } catch (IOException e) {
            throw FileAccess.unwritable(segment.file(), e);
        }
    }
}
