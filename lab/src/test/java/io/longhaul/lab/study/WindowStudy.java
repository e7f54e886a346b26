package io.longhaul.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualFlow;
import io.longhaul.lab.virtual.VirtualLab;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Rates of 1 to 16 streams at three windows and round-trip times of 12 to 300 ms, by the real iperf3 on the faithful
 * lab: the central experiment of "To Relay or Not to Relay for Inter-Cloud Transfers?" (HotCloud 2018) at a tenth of its
 * rates. Beside each cell stand the ideal and what the lab in virtual time says.
 */
class WindowStudy {
    private static final int[] ROUND_TRIPS = {12, 62, 90, 155, 185, 300};
    private static final int RUNS = Integer.getInteger("study.runs", 3);
    private static final int SECONDS = 8;
    /** Pairs measured at once, so that two cores can carry them. */
    private static final int[][] BATCHES = {{0, 2, 4}, {1, 3, 5}};

    private final StringBuilder table = new StringBuilder();
    private final List<Double> toIdeal = new ArrayList<>();
    private final List<Double> toVirtual = new ArrayList<>();

    private static LabTopology topology(String window) {
        var sites = new StringBuilder();
        var rtts = new StringBuilder();
        for (int i = 0; i < ROUND_TRIPS.length; i++) {
            sites.append("  lab:a%d: {}\n  lab:b%d: {}\n".formatted(i, i));
        }
        for (int i = 0; i < 2 * ROUND_TRIPS.length; i++) {
            String from = (i % 2 == 0 ? "lab:a" : "lab:b") + i / 2;
            var row = new ArrayList<String>();
            for (int j = i + 1; j < 2 * ROUND_TRIPS.length; j++) {
                String to = (j % 2 == 0 ? "lab:a" : "lab:b") + j / 2;
                row.add(to + ": " + (i % 2 == 0 && j == i + 1 ? ROUND_TRIPS[i / 2] : 50) + "ms");
            }
            if (!row.isEmpty()) {
                rtts.append("  " + from + ": {" + String.join(", ", row) + "}\n");
            }
        }
        return TopologyYaml.parse("windows", """
                format: longhaul-topology/1
                name: windows
                defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, queue: 50ms, window: %s}
                sites:
                %srtt:
                %s""".formatted(window, sites, rtts));
    }

    @Test
    void windowsAndStreams() throws IOException {
        table.append("| window, streams |");
        for (int rtt : ROUND_TRIPS) {
            table.append(" %d ms |".formatted(rtt));
        }
        table.append("\n|---|---|---|---|---|---|---|\n");
        var labs = new LinkedHashMap<String, int[]>();
        labs.put("393kB", new int[] {1, 16});
        labs.put("701kB", new int[] {1, 2, 4, 16});
        labs.put("7300kB", new int[] {1});
        var complaints = new ArrayList<String>();
        for (Map.Entry<String, int[]> entry : labs.entrySet()) {
            LabTopology topology = topology(entry.getKey());
            try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
                for (int i = 0; i < ROUND_TRIPS.length; i++) {
                    Iperf.serve(lab, site("b", i));
                }
                for (int streams : entry.getValue()) {
                    row(lab, topology, entry.getKey(), streams, complaints);
                }
            }
        }
        table.append("\nMeasured / ideal over %d cells: %s\n".formatted(toIdeal.size(), spread(toIdeal)));
        table.append("Error of virtual time against measured over %d cells: %s\n"
                .formatted(toVirtual.size(), errors(toVirtual)));
        table.append("Complaints of the health gate: %s\n".formatted(complaints.isEmpty() ? "none" : complaints));
        StudyFiles.write("windows.md", table.toString());
        assertThat(toIdeal).hasSizeGreaterThanOrEqualTo(30);
    }

    private static SiteId site(String side, int pair) {
        return SiteId.parse("lab:" + side + pair);
    }

    private void row(FaithfulLab lab, LabTopology topology, String window, int streams, List<String> complaints) {
        double[][] rates = new double[ROUND_TRIPS.length][RUNS];
        for (int run = 0; run < RUNS; run++) {
            for (int[] batch : BATCHES) {
                lab.resetHealth();
                var clients = new LinkedHashMap<Integer, SiteProcess>();
                for (int i : batch) {
                    clients.put(
                            i,
                            Iperf.start(
                                    lab,
                                    site("a", i),
                                    site("b", i),
                                    "-P",
                                    "" + streams,
                                    "-O",
                                    "" + omit(i, window),
                                    "-t",
                                    "" + SECONDS));
                }
                for (Map.Entry<Integer, SiteProcess> client : clients.entrySet()) {
                    rates[client.getKey()][run] = Iperf.received(client.getValue(), Duration.ofSeconds(60));
                }
                LabHealth health = lab.health();
                complaints.addAll(health.complaints());
            }
        }
        table.append("| %s, %d |".formatted(window, streams));
        for (int i = 0; i < ROUND_TRIPS.length; i++) {
            double measured = StudyFiles.median(rates[i]);
            var link = new Link(site("a", i), site("b", i));
            double cap = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
            double ideal = Math.min(
                    cap, topology.getSite(link.to()).window().bytes() * 8.0 * streams / (ROUND_TRIPS[i] / 1e3));
            double simulated = VirtualLab.simulate(
                            topology,
                            List.of(VirtualFlow.endless(link, streams)),
                            Duration.ofSeconds(60),
                            VirtualLab.Options.defaults())
                    .meanRate(0, Duration.ofSeconds(omit(i, window)), Duration.ofSeconds(omit(i, window) + SECONDS))
                    .bitsPerSecond();
            toIdeal.add(measured / ideal);
            toVirtual.add(simulated / measured);
            table.append(String.format(
                    Locale.ROOT,
                    " %.1f (%.1f-%.1f) of %.1f, virtual %.1f |",
                    measured / 1e6,
                    StudyFiles.quantile(rates[i], 0) / 1e6,
                    StudyFiles.quantile(rates[i], 1) / 1e6,
                    ideal / 1e6,
                    simulated / 1e6));
        }
        table.append('\n');
    }

    /** Slow start and what follows its overshoot: cubic takes some 15 s to come back to a window of 7 MB. */
    private static int omit(int pair, String window) {
        int rtt = ROUND_TRIPS[pair];
        if (window.equals("7300kB") && rtt > 100) {
            return 30;
        }
        return rtt < 100 ? 3 : rtt < 250 ? 8 : 15;
    }

    private static String spread(List<Double> ratios) {
        double[] values = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        return String.format(
                Locale.ROOT,
                "lowest %.3f, p5 %.3f, median %.3f, p95 %.3f, highest %.3f",
                StudyFiles.quantile(values, 0),
                StudyFiles.quantile(values, 0.05),
                StudyFiles.median(values),
                StudyFiles.quantile(values, 0.95),
                StudyFiles.quantile(values, 1));
    }

    private static String errors(List<Double> ratios) {
        double[] values =
                ratios.stream().mapToDouble(ratio -> 100 * Math.abs(ratio - 1)).toArray();
        return String.format(
                Locale.ROOT,
                "median %.1f %%, p95 %.1f %%, greatest %.1f %%",
                StudyFiles.median(values),
                StudyFiles.quantile(values, 0.95),
                StudyFiles.quantile(values, 1));
    }
}
