package io.longhaul.bench.probes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Runs Longhaul's prober and agent, and iperf3's client and server, in turn over loopback with the same congestion control,
 * and prints a table of medians and of the median ratio within pairs. Arguments: pairs, seconds a run, congestion control, numbers of
 * streams with commas between, and further options of iperf3's client, such as {@code -Z} to send without a copy as we do.
 */
public final class PairedIperf3 {
    private static final int[] STREAMS = {1, 4, 16};
    private static final int MOST_HUNG = 10;

    private PairedIperf3() {}

    /** Runs all pairs. */
    public static void main(String[] arguments) throws IOException {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        String congestion = arguments.length > 2 ? arguments[2] : "cubic";
        int[] streamCounts = arguments.length > 3
                ? Arrays.stream(arguments[3].split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : STREAMS;
        PrintStream out = System.out;
        List<String> options = List.of(arguments).subList(Math.min(4, arguments.length), arguments.length);
        int agentPort = freePort();
        Process agent = java("agent", agentPort);
        Process prober = java("prober", agentPort);
        try (var iperf = new Iperf3Peer(freePort(), options)) {
            BufferedReader ready = agent.inputReader(StandardCharsets.UTF_8);
            if (ready.readLine() == null) {
                throw new IOException("the agent did not start");
            }
            out.println(
                    "| streams | direction | Gbit/s | iperf3 | ratio | sender s/GB | iperf3 | ratio | receiver s/GB | iperf3 | ratio |");
            out.println("|---|---|---|---|---|---|---|---|---|---|---|");
            var commands = new PrintWriter(prober.outputWriter(StandardCharsets.UTF_8), true);
            BufferedReader answers = prober.inputReader(StandardCharsets.UTF_8);
            for (int streams : streamCounts) {
                for (boolean reverse : new boolean[] {false, true}) {
                    var ours = new ArrayList<PeerRun>();
                    var theirs = new ArrayList<PeerRun>();
                    for (int pair = -1; pair < pairs && iperf.hung() < MOST_HUNG; ) {
                        PeerRun own = own(commands, answers, streams, reverse, congestion, seconds);
                        Optional<PeerRun> other = iperf.run(streams, reverse, congestion, seconds);
                        if (pair >= 0 && other.isPresent()) {
                            ours.add(own);
                            theirs.add(other.get());
                        }
                        pair += other.isPresent() ? 1 : 0;
                    }
                    out.println(row(streams, reverse, ours, theirs));
                }
            }
            out.println("Runs of iperf3 that never ended and were taken again: " + iperf.hung());
        } finally {
            prober.destroyForcibly();
            agent.destroyForcibly();
        }
    }

    private static String row(int streams, boolean reverse, List<PeerRun> ours, List<PeerRun> theirs) {
        var row = new StringBuilder("| " + streams + " | " + (reverse ? "reverse" : "forward"));
        for (ToDoubleFunction<PeerRun> figure : List.<ToDoubleFunction<PeerRun>>of(
                PeerRun::gigabits, PeerRun::senderPerGigabyte, PeerRun::receiverPerGigabyte)) {
            double[] ratios = new double[ours.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i));
            }
            row.append(String.format(
                    Locale.ROOT,
                    " | %.3g | %.3g | **%.2f**",
                    median(ours.stream().mapToDouble(figure).toArray()),
                    median(theirs.stream().mapToDouble(figure).toArray()),
                    median(ratios)));
        }
        return row.append(" |").toString();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    private static PeerRun own(
            PrintWriter commands, BufferedReader answers, int streams, boolean reverse, String congestion, int seconds)
            throws IOException {
        commands.println(streams + " " + (reverse ? "REVERSE" : "FORWARD") + " " + congestion + " " + seconds);
        String answer = String.valueOf(answers.readLine());
        if (!Character.isDigit(answer.charAt(0))) {
            throw new IOException("the prober: " + answer);
        }
        String[] words = answer.split(" ", -1);
        return new PeerRun(
                Double.parseDouble(words[0]),
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]));
    }

    private static Process java(String role, int port) throws IOException {
        return Iperf3Peer.Processes.start(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ProbePeer.class.getName(),
                role,
                Integer.toString(port));
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
