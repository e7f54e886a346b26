package io.longhaul.cli;

import io.longhaul.core.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * What a command prints, in UTF-8, with control characters shown as numbers: names and messages come from files and peers, and a
 * terminal would obey them. Line ends, tabs and the return to the begin of a progress line stay. In JSON the form of the numbers
 * means the same. Confined to one thread, as the writer around it is.
 */
final class TerminalSafe extends Writer {
    private static final String KEPT = "\n\r\t";

    private final Writer out;

    TerminalSafe(OutputStream out) {
        this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        out.write(Printable.escape(new String(text, from, length), KEPT));
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
