package io.longhaul.e2e;

import io.longhaul.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command as a process of its own, to be interrupted as a user does it. */
final class CommandProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;
    private static final int POLL_MILLIS = 20;

    private final Process process;
    private final Path out;
    private final BufferedReader err;
    private final StringBuilder said = new StringBuilder();

    private CommandProcess(Process process, Path out) {
        this.process = process;
        this.out = out;
        this.err = process.errorReader(StandardCharsets.UTF_8);
    }

    /** Starts it; standard output goes to a file in the folder. */
    static CommandProcess start(Path folder, List<String> arguments) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(arguments);
        if (arguments.get(0).equals("campaign")) {
            line.add(1, "-Xms16m"); // as the launcher does
        }
        Path out = folder.resolve("out");
        return new CommandProcess(
                new ProcessBuilder(line).redirectOutput(out.toFile()).start(), out);
    }

    /** Waits until it has said something on standard error. */
    CommandProcess says(Pattern something) throws IOException {
        while (!something.matcher(said).find()) {
            String line = err.readLine();
            if (line == null) {
                throw new AssertionError("never said \"" + something + "\", but:\n" + said);
            }
            said.append(line).append('\n');
        }
        return this;
    }

    /** Waits until it has said something on standard output. */
    Matcher prints(Pattern something) throws IOException, InterruptedException {
        for (Instant end = Instant.now().plusSeconds(PATIENCE_SECONDS);
                Instant.now().isBefore(end); ) {
            Matcher found = something.matcher(Files.readString(out));
            if (found.find()) {
                return found;
            }
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        throw new AssertionError("never printed \"" + something + "\", but:\n" + Files.readString(out) + said);
    }

    /** As Ctrl-C does. */
    CommandProcess interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        return this;
    }

    /** Lets it work for a while; then it is killed as by kill -9, unless it is through. */
    void isKilledAfter(long millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    long pid() {
        return process.pid();
    }

    /** The most memory it has held so far, in octets; zero when it has ended. */
    long peakMemory() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!process.isAlive()) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (UncheckedIOException | NoSuchFileException ended) {
            return 0;
        }
    }

    /** Waits for its end. */
    Command ends() throws IOException, InterruptedException {
        err.lines().forEach(line -> said.append(line).append('\n'));
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("goes on and on:\n" + said);
        }
        return new Command(
                process.info().commandLine().orElse(""), process.exitValue(), Files.readString(out), said.toString());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
