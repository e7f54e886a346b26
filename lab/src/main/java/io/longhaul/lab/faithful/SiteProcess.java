package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** A program running at a site of a faithful lab. Safe for use from any thread. */
public final class SiteProcess {
    private static final long LOOK_MILLIS = 20;

    private final List<String> command;
    private final CompletableFuture<JsonNode> exit;
    private final Path out;
    private final Path err;
    private final Runnable kill;

    SiteProcess(List<String> command, CompletableFuture<JsonNode> exit, Path out, Path err, Runnable kill) {
        this.command = command;
        this.exit = exit;
        this.out = out;
        this.err = err;
        this.kill = kill;
    }

    /**
     * How a program ended.
     *
     * @param exitCode 0 by convention when it did what it should; 128 + signal when it was killed
     * @param output what it wrote on standard output
     * @param errors what it wrote on standard error
     */
    public record Result(int exitCode, String output, String errors) {}

    /**
     * Waits for the end.
     *
     * @throws LabException when it does not end in time (it is then killed), or could not start
     */
    public Result await(Duration patience) {
        try {
            int code = exit.get(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .path("exit")
                    .asInt();
            return new Result(code, output(), Files.readString(err));
        } catch (TimeoutException e) {
            kill();
            throw new LabException(
                    command + " did not end within " + patience + ".",
                    "Give it more time, or see what it waits for.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while waiting for " + command + ".", "Wait again.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LabException cause) {
                throw cause;
            }
            throw new LabException(command + " failed: " + e.getCause(), "See the cause.", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until it has written a text on standard output.
     *
     * @throws LabException when it has not in time, or ended without
     */
    public void awaitOutput(String text, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!output().contains(text)) {
            boolean over = System.nanoTime() > deadline || !isAliveAfter(LOOK_MILLIS);
            if (over && !output().contains(text)) {
                throw new LabException(
                        command + " did not say '" + text + "' within " + patience + ".", "It said: " + output());
            }
        }
    }

    private boolean isAliveAfter(long millis) {
        try {
            exit.get(millis, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            return false;
        }
    }

    /** What it has written on standard output so far. */
    public String output() {
        try {
            return Files.exists(out) ? Files.readString(out) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it and what it started, at once. */
    public void kill() {
        kill.run();
    }
}
