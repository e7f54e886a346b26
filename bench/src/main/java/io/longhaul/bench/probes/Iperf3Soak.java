package io.longhaul.bench.probes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Many runs of unmodified iperf3 clients in mixed modes against one agent, several at once; prints how many failed and the
 * agent's resident memory as it goes. Arguments: runs, clients at once.
 */
public final class Iperf3Soak {
    private static final String[] MODES = {
        "-t 1",
        "-t 1 -P 4",
        "-t 1 -R",
        "-t 1 -R -P 4",
        "-t 1 --bidir",
        "-n 20M",
        "-k 100",
        "-t 1 -w 200K",
        "-t 1 -b 50M",
        "-t 1 -O 1",
        "-t 1 -C reno -R",
        "-t 1 -M 1200",
        "-u -t 1 -b 5M -l 1000",
        "-u -t 1 -b 5M -l 1000 -R",
        "-u -t 1 -b 1M -l 500 -P 2"
    };
    private static final int REPORTS = 10;

    private Iperf3Soak() {}

    /** Runs all. */
    public static void main(String[] arguments) throws IOException {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        int clients = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        PrintStream out = System.out;
        Process agent = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx48m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProbePeer.class.getName(),
                        "agent",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ExecutorService pool = Executors.newFixedThreadPool(clients);
        try {
            BufferedReader ready = agent.inputReader(StandardCharsets.UTF_8);
            String port = String.valueOf(ready.readLine());
            out.println("idle: " + resident(agent));
            var results = new ArrayList<CompletableFuture<String>>();
            for (int i = 0; i < runs; i++) {
                String mode = MODES[i % MODES.length];
                results.add(CompletableFuture.supplyAsync(() -> run(port, mode), pool));
            }
            int failed = 0;
            for (int i = 0; i < runs; i++) {
                String failure = results.get(i).join();
                if (!failure.isEmpty()) {
                    failed++;
                    out.println(failure);
                }
                if ((i + 1) % Math.max(1, runs / REPORTS) == 0) {
                    out.println((i + 1) + " runs, " + failed + " failed, " + resident(agent));
                }
            }
        } finally {
            pool.shutdownNow();
            agent.destroyForcibly();
        }
    }

    /** Empty when all went well. */
    private static String run(String port, String mode) {
        var command = new ArrayList<>(List.of("iperf3", "-c", "127.0.0.1", "-p", port));
        command.addAll(List.of(mode.split(" ", -1)));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : mode + ": " + text;
        } catch (IOException e) {
            return mode + ": " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return mode + ": interrupted";
        }
    }

    private static String resident(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
                .reduce("", (all, line) -> all + line.replaceAll("\\s+", " ") + "  ");
    }
}
