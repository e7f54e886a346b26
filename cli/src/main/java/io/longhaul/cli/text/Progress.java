package io.longhaul.cli.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Progress of long work on standard error: a bar on a terminal, a line now and then elsewhere. Safe for any thread.
 * Closing it leaves the terminal clean.
 */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 100;
    private static final int REFRESH_MILLIS = 250;
    private static final long LINES = 5;

    private final @Nullable ProgressBar bar;
    private final String task;
    private final long total;
    private final PrintWriter err;
    private long told;

    private Progress(@Nullable ProgressBar bar, String task, long total, PrintWriter err) {
        this.bar = bar;
        this.task = task;
        this.total = total;
        this.err = err;
    }

    /** Work whose length is known. */
    public static Progress of(String task, long total, PrintWriter err) {
        return new Progress(isTerminal() ? bar(task, total, err) : null, task, total, err);
    }

    /** Work whose length is not known. */
    public static Progress counting(String task, PrintWriter err) {
        return of(task, -1, err);
    }

    /** The launcher knows; Java cannot tell whether standard error is a terminal. */
    public static boolean isTerminal() {
        return Boolean.getBoolean("longhaul.terminal");
    }

    private static ProgressBar bar(String task, long total, PrintWriter err) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .hideEta()
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(
                        new PrintStream(streamTo(err), true, StandardCharsets.UTF_8), WIDTH))
                .build();
    }

    /** How far the work is, and with what. */
    public synchronized void at(long done, String detail) {
        if (bar != null) {
            bar.stepTo(done);
            bar.setExtraMessage(" " + detail);
        } else if (total > 0 && done * LINES / total > told) {
            told = done * LINES / total;
            err.println(task + ": " + done + " of " + total + " (" + detail + ")");
        }
    }

    /** A line of talk that does not disturb the bar. */
    public synchronized void say(String line) {
        err.println(bar == null ? line : "\r" + line);
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private static OutputStream streamTo(Writer writer) {
        return new OutputStream() {
            @Override
            public void write(int octet) {
                write(new byte[] {(byte) octet}, 0, 1);
            }

            @Override
            public void write(byte[] octets, int from, int count) {
                try {
                    writer.write(new String(octets, from, count, StandardCharsets.UTF_8));
                    writer.flush();
                } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                }
            }
        };
    }
}
