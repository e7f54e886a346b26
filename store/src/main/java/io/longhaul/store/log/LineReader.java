package io.longhaul.store.log;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a file, each with its place and whether its end was written. Confined to one thread. */
final class LineReader implements Closeable {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long lines;
    private long consumed;

    /**
     * One line.
     *
     * @param text without the line end
     * @param number from 1
     * @param start offset of its first octet
     * @param ended whether a line end follows
     */
    record Line(String text, long number, long start, boolean ended) {}

    LineReader(Path file) throws IOException {
        in = Files.newInputStream(file);
    }

    /** The next line; empty at the end of the file. */
    Optional<Line> next() throws IOException {
        long start = consumed;
        ByteArrayOutputStream carried = new ByteArrayOutputStream(0);
        while (position < limit || fill()) {
            int end = indexOfLineEnd();
            int stop = end < 0 ? limit : end;
            carried.write(buffer, position, stop - position);
            consumed += stop - position;
            position = stop;
            if (end >= 0) {
                position++;
                consumed++;
                return Optional.of(line(carried, start, true));
            }
        }
        return carried.size() == 0 ? Optional.empty() : Optional.of(line(carried, start, false));
    }

    private Line line(ByteArrayOutputStream octets, long start, boolean ended) {
        lines++;
        return new Line(octets.toString(StandardCharsets.UTF_8), lines, start, ended);
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
