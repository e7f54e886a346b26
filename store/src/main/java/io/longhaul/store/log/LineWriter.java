package io.longhaul.store.log;

import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to a log and holds the right to do so until closed. When an append returns, the lines are on disk; when it throws, the
 * log is as it was before. Safe for any thread: appends are made one after another.
 */
public final class LineWriter implements AutoCloseable {
    private static final int BATCH_OCTETS = 1 << 20;

    private final Path directory;
    private final LogOptions options;
    private final LogWriter.Disk disk;
    private final LogLock lock;
    private Segment segment;
    private @Nullable SegmentChannel channel;
    private long size;
    private boolean closed;

    LineWriter(Path directory, LogOptions options, LogWriter.Disk disk, LogLock lock, Segment last, long size) {
        this.directory = directory;
        this.options = options;
        this.disk = disk;
        this.lock = lock;
        this.segment = last;
        this.size = size;
    }

    /**
     * Appends many lines and forces them to disk together. When this throws, those already forced (whole lines, in order) stay.
     *
     * @param lines each with its line end
     * @return how many were appended
     * @throws StoreException when they cannot be written, or the writer is closed
     */
    public synchronized long appendAll(Iterable<byte[]> lines) {
        if (closed) {
            throw new StoreException("The writer of the log " + directory + " is closed.", "Open the log again.");
        }
        long count = 0;
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        Iterator<byte[]> all = lines.iterator();
        while (all.hasNext()) {
            batch.writeBytes(checked(all.next()));
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

    private byte[] checked(byte[] line) {
        if (line.length > LineReader.LONGEST) {
            throw new StoreException(
                    "A line of " + line.length + " octets is more than a line of the log " + directory + " may have.",
                    "Measure for a shorter time, or with longer intervals.");
        }
        return line;
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
