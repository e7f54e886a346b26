package io.longhaul.store.log;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The lines of a file, each with its place and whether its end was written. Of a line that is too long nothing is kept.
 * Confined to one thread.
 */
final class LineReader implements Closeable {
    /** Hours of a run at ten samples a second take a quarter of this. */
    static final int LONGEST = 64 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long lines;
    private long consumed;
    private boolean insideLongLine;

    /**
     * One line.
     *
     * @param text without the line end; empty when the line is too long
     * @param number from 1
     * @param start offset of its first octet
     * @param ended whether a line end follows
     * @param tooLong whether it has more than {@link #LONGEST} octets
     */
    record Line(String text, long number, long start, boolean ended, boolean tooLong) {}

    LineReader(Path file) throws IOException {
        in = LogFiles.read(file);
    }

    /** The next line; empty at the end of the file. */
    Optional<Line> next() throws IOException {
        while (insideLongLine && (position < limit || fill())) {
            insideLongLine = !advance(limit);
        }
        long start = consumed;
        ByteArrayOutputStream carried = new ByteArrayOutputStream(0);
        while (position < limit || fill()) {
            int end = indexOfLineEnd();
            int stop = end < 0 ? limit : end;
            if (carried.size() + stop - position > LONGEST) {
                insideLongLine = true;
                lines++;
                return Optional.of(new Line("", lines, start, true, true));
            }
            carried.write(buffer, position, stop - position);
            if (advance(stop)) {
                return Optional.of(line(carried, start, true));
            }
        }
        return carried.size() == 0 ? Optional.empty() : Optional.of(line(carried, start, false));
    }

    /** Passes over what is buffered, up to the next line end and over it; whether there was one. */
    private boolean advance(int most) {
        int end = indexOfLineEnd();
        int stop = end < 0 ? most : end + 1;
        consumed += stop - position;
        position = stop;
        return end >= 0;
    }

    private Line line(ByteArrayOutputStream octets, long start, boolean ended) {
        lines++;
        return new Line(octets.toString(StandardCharsets.UTF_8), lines, start, ended, false);
    }

    private int indexOfLineEnd() {
        for (int i = position; i < limit; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
