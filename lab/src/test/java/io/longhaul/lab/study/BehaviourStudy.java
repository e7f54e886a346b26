package io.longhaul.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Relays, flows that come and go, flow caps, buckets and losses: the other experiments of the study of lab.md. */
class BehaviourStudy {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int RUNS = Integer.getInteger("study.runs", 3);

    private static SiteId site(String name) {
        return SiteId.parse("lab:" + name);
    }

    /** The median over some runs of what the receiver got. */
    private static double median(FaithfulLab lab, SiteId from, SiteId to, String... extra) {
        double[] rates = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            rates[i] = Iperf.received(Iperf.start(lab, from, to, extra), PATIENCE);
        }
        return StudyFiles.median(rates);
    }

    private static List<String> relayTo(FaithfulLab lab, SiteId destination) {
        return List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                        .toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                RelayProgram.class.getName(),
                "5301",
                lab.address(destination).getHostAddress(),
                "5201");
    }

    @Test
    void relays() throws IOException {
        String[][] cases = {{"hub", "r185", "r300"}, {"r90", "hub", "r155"}, {"r62", "r155", "r185"}};
        var table = new StringBuilder(
                "| direct RTT, longest leg | ideal gain | 1 stream, 393 kB: direct, relay, gain | 16 streams, 701 kB: direct, relay, gain |\n|---|---|---|---|\n");
        var gains = new ArrayList<String>();
        for (String window : new String[] {"393kB", "701kB"}) {
            LabTopology study = withWindow("study-7", "700kB", window);
            try (var lab = FaithfulLab.start(study, FaithfulLab.Options.defaults())) {
                String streams = window.equals("393kB") ? "1" : "16";
                for (String[] c : cases) {
                    SiteProcess server = Iperf.serve(lab, site(c[2]));
                    SiteProcess relay = lab.exec(site(c[1]), relayTo(lab, site(c[2])));
                    relay.awaitOutput("listening", PATIENCE);
                    double direct = median(lab, site(c[0]), site(c[2]), "-P", streams, "-O", "8", "-t", "8");
                    double[] over = new double[RUNS];
                    for (int i = 0; i < RUNS; i++) {
                        over[i] = Iperf.received(
                                lab.exec(
                                        site(c[0]),
                                        List.of(
                                                "iperf3",
                                                "-c",
                                                lab.address(site(c[1])).getHostAddress(),
                                                "-p",
                                                "5301",
                                                "-J",
                                                "-P",
                                                streams,
                                                "-O",
                                                "8",
                                                "-t",
                                                "8")),
                                PATIENCE);
                    }
                    double relayed = StudyFiles.median(over);
                    gains.add(String.format(
                            Locale.ROOT, "%.1f, %.1f, x%.2f", direct / 1e6, relayed / 1e6, relayed / direct));
                    relay.kill();
                    server.kill();
                }
            }
        }
        double[][] times = {{300, 185}, {255, 155}, {195, 110}};
        for (int i = 0; i < cases.length; i++) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %.0f ms, %.0f ms | x%.2f | %s | %s |\n",
                    times[i][0],
                    times[i][1],
                    times[i][0] / times[i][1],
                    gains.get(i),
                    gains.get(i + 3)));
        }
        StudyFiles.write("relays.md", table.toString());
        assertThat(gains).hasSize(6);
    }

    @Test
    void flowsThatComeAndGo() throws IOException {
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            var servers = new String[] {"r62", "r90", "r185"};
            for (String name : servers) {
                Iperf.serve(lab, site(name));
            }
            // start at 0, 10 and 20 s by iperf3's own delay of a shell, each for 40, 30 and 20 s
            var clients = new ArrayList<SiteProcess>();
            for (int i = 0; i < 3; i++) {
                clients.add(lab.exec(
                        site("hub"),
                        List.of(
                                "sh",
                                "-c",
                                "sleep " + 10 * i + "; exec iperf3 -J -P 8 -i 1 -t " + (40 - 10 * i) + " -c "
                                        + lab.address(site(servers[i])).getHostAddress())));
            }
            double[] sums = new double[40];
            for (int i = 0; i < 3; i++) {
                List<Double> rates = Iperf.intervals(clients.get(i), PATIENCE);
                for (int second = 0; second < rates.size() && second + 10 * i < sums.length; second++) {
                    sums[second + 10 * i] += rates.get(second);
                }
            }
            var text = new StringBuilder(
                    "Sum of three transfers from one VM (cap 193.1 of payload), by the senders' count, Mbit/s per second:\n\n");
            for (double sum : sums) {
                text.append(String.format(Locale.ROOT, "%.0f ", sum / 1e6));
            }
            double[] steady = java.util.Arrays.copyOfRange(sums, 3, 38);
            text.append(String.format(
                    Locale.ROOT,
                    "\n\nSeconds 3 to 38: p5 %.0f, median %.0f, p95 %.0f. Health: %s\n",
                    StudyFiles.quantile(steady, 0.05) / 1e6,
                    StudyFiles.median(steady) / 1e6,
                    StudyFiles.quantile(steady, 0.95) / 1e6,
                    lab.health().complaints()));
            StudyFiles.write("contention.md", text.toString());
        }
    }

    @Test
    void flowCapsBucketsAndLosses() throws IOException {
        LabTopology topology = TopologyYaml.parse("caps", """
                format: longhaul-topology/1
                name: caps
                defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, window: 7300kB}
                sites:
                  lab:capped: {per_flow: 50Mbit/s}
                  lab:bucket: {token_bucket: {high: 200Mbit/s, low: 50Mbit/s, budget: 150MB, refill: 50Mbit/s}}
                  lab:lossy1: {loss: 0.01%}
                  lab:lossy2: {loss: 0.1%}
                  lab:lossy3: {loss: 1%}
                  lab:to: {}
                rtt:
                  lab:capped: {lab:bucket: 62ms, lab:lossy1: 62ms, lab:lossy2: 62ms, lab:lossy3: 62ms, lab:to: 62ms}
                  lab:bucket: {lab:lossy1: 62ms, lab:lossy2: 62ms, lab:lossy3: 62ms, lab:to: 62ms}
                  lab:lossy1: {lab:lossy2: 62ms, lab:lossy3: 62ms, lab:to: 62ms}
                  lab:lossy2: {lab:lossy3: 62ms, lab:to: 62ms}
                  lab:lossy3: {lab:to: 62ms}
                """);
        var text = new StringBuilder();
        try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
            Iperf.serve(lab, site("to"));
            text.append("Flow cap 50 Mbit/s (48.3 of payload), VM cap 200, 1 / 2 / 4 / 8 streams:");
            for (String streams : new String[] {"1", "2", "4", "8"}) {
                text.append(String.format(
                        Locale.ROOT,
                        " %.1f",
                        median(lab, site("capped"), site("to"), "-P", streams, "-O", "4", "-t", "6") / 1e6));
            }
            text.append(
                    "\n\nBucket of 150 MB, 200 to 50 Mbit/s, 4 streams, Mbit/s per second for 14 s, 8 s of rest, 6 s:\n\n");
            var first = Iperf.intervals(Iperf.start(lab, site("bucket"), site("to"), "-P", "4", "-t", "14"), PATIENCE);
            lab.exec(site("to"), List.of("sleep", "8")).await(PATIENCE);
            var second = Iperf.intervals(Iperf.start(lab, site("bucket"), site("to"), "-P", "4", "-t", "6"), PATIENCE);
            first.forEach(rate -> text.append(String.format(Locale.ROOT, "%.0f ", rate / 1e6)));
            text.append("| ");
            second.forEach(rate -> text.append(String.format(Locale.ROOT, "%.0f ", rate / 1e6)));
            text.append("\n\n| loss at 62 ms | cubic, 1 stream | cubic, 8 | bbr, 1 |\n|---|---|---|---|\n");
            for (String lossy : new String[] {"lossy1", "lossy2", "lossy3"}) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %.1f | %.1f | %.1f |\n",
                        lossy,
                        median(lab, site(lossy), site("to"), "-P", "1", "-O", "4", "-t", "10") / 1e6,
                        median(lab, site(lossy), site("to"), "-P", "8", "-O", "4", "-t", "10") / 1e6,
                        median(lab, site(lossy), site("to"), "-P", "1", "-O", "4", "-t", "10", "-C", "bbr") / 1e6));
            }
            text.append("\nHealth: ").append(lab.health().complaints()).append('\n');
        }
        StudyFiles.write("caps.md", text.toString());
    }

    private static LabTopology withWindow(String name, String from, String to) {
        return TopologyYaml.parse(
                name, TopologyYaml.write(TopologyYaml.load(name)).replace("window: " + from, "window: " + to));
    }
}
