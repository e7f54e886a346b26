package io.longhaul.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How punctual, how fast and how large the faithful lab is on this machine. Wants ping (iputils-ping) and iperf3. */
class AccuracyStudy {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern TIME = Pattern.compile("time=([0-9.]+) ms");

    @Test
    void roundTripTimes() throws IOException {
        var text = new StringBuilder("| RTT | pings | error p50 | p90 | p99 | max (ms) |\n|---|---|---|---|---|---|\n");
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            SiteId hub = SiteId.parse("lab:hub");
            var all = new ArrayList<Double>();
            for (LabSite site : lab.topology().sites()) {
                if (site.id().equals(hub)) {
                    continue;
                }
                double truth =
                        lab.topology().roundTrip(new Link(hub, site.id())).toNanos() / 1e6;
                var ping = lab.exec(
                                hub,
                                List.of(
                                        "ping",
                                        "-D",
                                        "-c",
                                        "700",
                                        "-i",
                                        "0.01",
                                        lab.address(site.id()).getHostAddress()))
                        .await(PATIENCE);
                double[] errors = TIME.matcher(ping.output())
                        .results()
                        .mapToDouble(m -> Double.parseDouble(m.group(1)) - truth)
                        .toArray();
                for (double error : errors) {
                    all.add(error);
                }
                text.append(row(String.format(Locale.ROOT, "%.0f ms", truth), errors));
            }
            text.append(row("all", all.stream().mapToDouble(Double::doubleValue).toArray()));
        }
        StudyFiles.write("rtt.md", text.toString());
    }

    private static String row(String name, double[] errors) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.3f | %.3f | %.3f | %.3f |\n",
                name,
                errors.length,
                StudyFiles.median(errors),
                StudyFiles.quantile(errors, 0.9),
                StudyFiles.quantile(errors, 0.99),
                StudyFiles.quantile(errors, 1));
    }

    @Test
    void aGigabitPerSecond() throws IOException {
        var text = new StringBuilder(
                "| pairs | Mbit/s received | lateness p50 | p99 | max (ms) | complaints |\n|---|---|---|---|---|---|\n");
        for (int pairs : new int[] {3, 5, 6}) {
            var sites = new StringBuilder();
            for (int i = 0; i < 2 * pairs; i++) {
                sites.append("  lab:s%d: {location: [0, %d]}\n".formatted(i, i));
            }
            LabTopology topology = TopologyYaml.parse("gigabit", """
                    format: longhaul-topology/1
                    name: gigabit
                    stretch: 20
                    defaults: {egress: 210Mbit/s, ingress: 210Mbit/s, window: 4MiB}
                    sites:
                    %s""".formatted(sites));
            try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
                var clients = new ArrayList<SiteProcess>();
                for (int i = 0; i < pairs; i++) {
                    Iperf.serve(lab, SiteId.parse("lab:s" + 2 * i));
                }
                for (int i = 0; i < pairs; i++) {
                    clients.add(Iperf.start(
                            lab,
                            SiteId.parse("lab:s" + (2 * i + 1)),
                            SiteId.parse("lab:s" + 2 * i),
                            "-P",
                            "4",
                            "-O",
                            "2",
                            "-t",
                            "8"));
                }
                double sum = 0;
                for (SiteProcess client : clients) {
                    sum += Iperf.received(client, PATIENCE);
                }
                LabHealth health = lab.health();
                text.append(String.format(
                        Locale.ROOT,
                        "| %d | %.0f | %.3f | %.3f | %.2f | %s |\n",
                        pairs,
                        sum / 1e6,
                        health.latenessP50Ms(),
                        health.latenessP99Ms(),
                        health.latenessMaxMs(),
                        health.complaints()));
            }
        }
        StudyFiles.write("gigabit.md", text.toString());
    }

    @Test
    void fortySites() throws IOException {
        var text = new StringBuilder();
        LabTopology forty = TopologyYaml.load("forty");
        for (int run = 0; run < 3; run++) {
            long begin = System.nanoTime();
            try (var lab = FaithfulLab.start(forty, FaithfulLab.Options.defaults())) {
                double up = (System.nanoTime() - begin) / 1e9;
                SiteId first = forty.sites().get(0).id();
                String status = Files.readString(Path.of("/proc/" + child(lab.pid()) + "/status"));
                text.append(String.format(
                        Locale.ROOT,
                        "40 sites up in %.2f s; %s\n",
                        up,
                        status.lines()
                                .filter(line -> line.startsWith("VmRSS") || line.startsWith("Threads"))
                                .toList()));
                if (run == 2) {
                    text.append(fullMesh(lab, forty, first));
                }
            }
        }
        StudyFiles.write("forty.md", text.toString());
    }

    /** Every site sends to every other by UDP echo agents: 1,560 flows through the emulator. */
    private static String fullMesh(FaithfulLab lab, LabTopology forty, SiteId first) throws IOException {
        var meshed = new ArrayList<SiteProcess>();
        for (LabSite site : forty.sites()) {
            var script = new StringBuilder();
            for (LabSite to : forty.sites()) {
                if (!to.id().equals(site.id())) {
                    script.append("ping -q -c 5 -i 0.5 -s 1000 ")
                            .append(lab.address(to.id()).getHostAddress())
                            .append(" & ");
                }
            }
            meshed.add(lab.exec(site.id(), List.of("sh", "-c", script + "wait")));
        }
        int lossless = 0;
        for (SiteProcess process : meshed) {
            lossless += process.await(PATIENCE).output().split(" 0% packet loss", -1).length - 1;
        }
        String status = Files.readString(Path.of("/proc/" + child(lab.pid()) + "/status"));
        assertThat(first).isNotNull();
        return String.format(
                Locale.ROOT,
                "Full mesh: %d of 1560 ping flows without loss; truth saw %d links; %s; %s\n",
                lossless,
                lab.truth().links().size(),
                status.lines().filter(line -> line.startsWith("VmRSS")).toList(),
                lab.health().complaints());
    }

    /** The lab's Java process: the only child of its outermost process. */
    private static long child(long pid) {
        return ProcessHandle.of(pid)
                .orElseThrow()
                .children()
                .findFirst()
                .orElseThrow()
                .pid();
    }
}
