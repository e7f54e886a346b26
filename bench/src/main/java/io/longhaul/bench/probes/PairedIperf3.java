package io.longhaul.bench.probes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Longhaul's prober and agent, and iperf3's client and server, in turn over loopback with the same congestion control,
 * and prints a table of medians and of the median ratio within pairs. Arguments: pairs, seconds a run, congestion control.
 */
public final class PairedIperf3 {
    private static final int[] STREAMS = {1, 4, 16};
    private static final Pattern RECEIVED =
            Pattern.compile("\"sum_received\":\\s*\\{[^}]*\"seconds\":\\s*([0-9.e+]+),\\s*\"bytes\":\\s*(\\d+)");
    private static final Pattern CPU =
            Pattern.compile("\"host_total\":\\s*([0-9.e+-]+).*?\"remote_total\":\\s*([0-9.e+-]+)", Pattern.DOTALL);

    private PairedIperf3() {}

    /** One run of either. */
    private record Run(double octets, double seconds, double senderCpu, double receiverCpu) {
        double gigabits() {
            return octets * 8 / seconds / 1e9;
        }

        double senderPerGigabyte() {
            return senderCpu / octets * 1e9;
        }

        double receiverPerGigabyte() {
            return receiverCpu / octets * 1e9;
        }
    }

    /** Runs all pairs. */
    public static void main(String[] arguments) throws IOException {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        String congestion = arguments.length > 2 ? arguments[2] : "cubic";
        PrintStream out = System.out;
        int agentPort = freePort();
        int iperfPort = freePort();
        Process iperf = process("iperf3", "-s", "-B", "127.0.0.1", "-p", Integer.toString(iperfPort));
        Process agent = java("agent", agentPort);
        Process prober = java("prober", agentPort);
        try {
            BufferedReader ready = agent.inputReader(StandardCharsets.UTF_8);
            if (ready.readLine() == null) {
                throw new IOException("the agent did not start");
            }
            out.println(
                    "| streams | direction | Gbit/s | iperf3 | ratio | sender s/GB | iperf3 | ratio | receiver s/GB | iperf3 | ratio |");
            out.println("|---|---|---|---|---|---|---|---|---|---|---|");
            var commands = new PrintWriter(prober.outputWriter(StandardCharsets.UTF_8), true);
            BufferedReader answers = prober.inputReader(StandardCharsets.UTF_8);
            for (int streams : STREAMS) {
                for (boolean reverse : new boolean[] {false, true}) {
                    var ours = new ArrayList<Run>();
                    var theirs = new ArrayList<Run>();
                    for (int pair = -1; pair < pairs; pair++) {
                        Run own = own(commands, answers, streams, reverse, congestion, seconds);
                        Run other = iperf3(iperfPort, streams, reverse, congestion, seconds);
                        if (pair >= 0) {
                            ours.add(own);
                            theirs.add(other);
                        }
                    }
                    out.println(row(streams, reverse, ours, theirs));
                }
            }
        } finally {
            iperf.destroyForcibly();
            prober.destroyForcibly();
            agent.destroyForcibly();
        }
    }

    private static String row(int streams, boolean reverse, List<Run> ours, List<Run> theirs) {
        var row = new StringBuilder("| " + streams + " | " + (reverse ? "reverse" : "forward"));
        for (ToDoubleFunction<Run> figure :
                List.<ToDoubleFunction<Run>>of(Run::gigabits, Run::senderPerGigabyte, Run::receiverPerGigabyte)) {
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
        java.util.Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    private static Run own(
            PrintWriter commands, BufferedReader answers, int streams, boolean reverse, String congestion, int seconds)
            throws IOException {
        commands.println(streams + " " + (reverse ? "REVERSE" : "FORWARD") + " " + congestion + " " + seconds);
        String answer = String.valueOf(answers.readLine());
        if (!Character.isDigit(answer.charAt(0))) {
            throw new IOException("the prober: " + answer);
        }
        String[] words = answer.split(" ", -1);
        return new Run(
                Double.parseDouble(words[0]),
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]));
    }

    private static Run iperf3(int port, int streams, boolean reverse, String congestion, int seconds)
            throws IOException {
        var command = new ArrayList<>(List.of(
                "iperf3", "-J", "-c", "127.0.0.1", "-p", Integer.toString(port), "-t", Integer.toString(seconds)));
        command.addAll(List.of("-P", Integer.toString(streams), "-C", congestion));
        if (reverse) {
            command.add("-R");
        }
        String report = new String(
                process(command.toArray(String[]::new)).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher received = RECEIVED.matcher(report);
        Matcher cpu = CPU.matcher(report);
        if (!received.find() || !cpu.find()) {
            throw new IOException("iperf3: " + report);
        }
        double time = Double.parseDouble(received.group(1));
        double host = Double.parseDouble(cpu.group(1)) / 100 * time;
        double remote = Double.parseDouble(cpu.group(2)) / 100 * time;
        return new Run(Double.parseDouble(received.group(2)), time, reverse ? remote : host, reverse ? host : remote);
    }

    private static Process java(String role, int port) throws IOException {
        return process(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ProbePeer.class.getName(),
                role,
                Integer.toString(port));
    }

    private static Process process(String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
