package io.longhaul.bench.probes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * iperf3's server and client over loopback. iperf3 3.12 at times never ends a reverse run of many streams; such a run is
 * ended from outside and its server replaced. Confined to one thread.
 */
final class Iperf3Peer implements AutoCloseable {
    private static final long GRACE_SECONDS = 8;
    private static final Pattern RECEIVED =
            Pattern.compile("\"sum_received\":\\s*\\{[^}]*\"seconds\":\\s*([0-9.e+]+),\\s*\"bytes\":\\s*(\\d+)");
    private static final Pattern CPU =
            Pattern.compile("\"host_total\":\\s*([0-9.e+-]+).*?\"remote_total\":\\s*([0-9.e+-]+)", Pattern.DOTALL);

    private final int port;
    private final List<String> options;
    private Process server;
    private int hung;

    /**
     * Starts the server.
     *
     * @param options of every client, such as {@code -Z}
     */
    Iperf3Peer(int port, List<String> options) throws IOException {
        this.port = port;
        this.options = List.copyOf(options);
        this.server = serve();
    }

    private Process serve() throws IOException {
        return Processes.start("iperf3", "-s", "-B", "127.0.0.1", "-p", Integer.toString(port));
    }

    /** Runs that had to be ended from outside. */
    int hung() {
        return hung;
    }

    /** One run; empty when it did not end. */
    Optional<PeerRun> run(int streams, boolean reverse, String congestion, int seconds) throws IOException {
        var command = new ArrayList<>(List.of(
                "iperf3", "-J", "-c", "127.0.0.1", "-p", Integer.toString(port), "-t", Integer.toString(seconds)));
        command.addAll(List.of("-P", Integer.toString(streams), "-C", congestion));
        if (reverse) {
            command.add("-R");
        }
        command.addAll(options);
        Process client = Processes.start(command.toArray(String[]::new));
        CompletableFuture<String> report = CompletableFuture.supplyAsync(() -> Processes.output(client));
        if (!ended(client, seconds + GRACE_SECONDS)) {
            hung++;
            client.destroyForcibly();
            server.destroyForcibly();
            ended(server, GRACE_SECONDS);
            server = serve();
            return Optional.empty();
        }
        return Optional.of(read(report.join(), reverse));
    }

    private static boolean ended(Process process, long seconds) throws IOException {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static PeerRun read(String report, boolean reverse) throws IOException {
        Matcher received = RECEIVED.matcher(report);
        Matcher cpu = CPU.matcher(report);
        if (!received.find() || !cpu.find()) {
            throw new IOException("iperf3: " + report);
        }
        double time = Double.parseDouble(received.group(1));
        double host = Double.parseDouble(cpu.group(1)) / 100 * time;
        double remote = Double.parseDouble(cpu.group(2)) / 100 * time;
        return new PeerRun(
                Double.parseDouble(received.group(2)), time, reverse ? remote : host, reverse ? host : remote);
    }

    @Override
    public void close() {
        server.destroyForcibly();
    }

    /** Starts programs and reads what they say. */
    static final class Processes {
        private Processes() {}

        static Process start(String... command) throws IOException {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }

        static String output(Process process) {
            try {
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }
}
