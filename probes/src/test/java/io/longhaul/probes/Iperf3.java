package io.longhaul.probes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The installed iperf3, unmodified. */
final class Iperf3 {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LIMIT_SECONDS = 60;

    private Iperf3() {}

    /** What came of a run. */
    record Outcome(int exitCode, JsonNode report, String text) {
        long bytes(String sum) {
            return report.path("end").path(sum).path("bytes").asLong(-1);
        }
    }

    /** A server that runs until it is closed. */
    record Server(int port, Process process) implements AutoCloseable {
        static Server start() {
            int port = freePort();
            Process process = Iperf3.start(
                    List.of("iperf3", "-s", "-B", "127.0.0.1", "-p", Integer.toString(port), "--forceflush"));
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            try {
                String line = output.readLine();
                while (line != null && !line.contains("listening")) {
                    line = output.readLine();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Thread drain = new Thread(() -> output.lines().forEach(text -> {}), "iperf3-output");
            drain.setDaemon(true);
            drain.start();
            return new Server(port, process);
        }

        private static int freePort() {
            try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Skips the calling test where iperf3 is not installed. */
    static void require() {
        boolean there;
        try {
            Process version = new ProcessBuilder("iperf3", "--version")
                    .redirectErrorStream(true)
                    .start();
            version.getInputStream().readAllBytes();
            there = version.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && version.exitValue() == 0;
        } catch (IOException e) {
            there = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            there = false;
        }
        assumeTrue(there, "iperf3 is not installed (apt-get install iperf3)");
    }

    /** Runs a client to its end. */
    static Outcome client(int port, String... arguments) {
        return startClient(port, arguments).join();
    }

    /** Starts a client. */
    static CompletableFuture<Outcome> startClient(int port, String... arguments) {
        var command = new ArrayList<>(List.of("iperf3", "-c", "127.0.0.1", "-p", Integer.toString(port), "-J"));
        command.addAll(List.of(arguments));
        Process process = start(command);
        return CompletableFuture.supplyAsync(() -> outcome(process));
    }

    static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outcome outcome(Process process) {
        var killer = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS));
        try {
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS).exitValue();
            JsonNode report = text.startsWith("{") ? JSON.readTree(text) : JSON.createObjectNode();
            return new Outcome(exit, report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | java.util.concurrent.ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        } finally {
            killer.cancel(false);
        }
    }
}
