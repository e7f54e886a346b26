package io.longhaul.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** How much all links together may carry before the emulator is late. */
final class LoadStudy implements LabStudy {
    private static final double GIGABIT = 1e9;

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String about() {
        return "aggregate rate and lateness of packets (1 minute)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Pairs of VMs of 210 Mbit/s, 4 streams each: sum received and lateness of packets",
                "pairs",
                "Mbit/s",
                "lateness p50, ms",
                "p99, ms",
                "greatest, ms",
                "valid");
        double best = 0;
        for (int pairs : new int[] {3, 5, 6}) {
            progress.accept("load: " + pairs + " pairs");
            try (var lab = FaithfulLab.start(topology(pairs), FaithfulLab.Options.defaults())) {
                double sum = carry(lab, pairs);
                LabHealth health = lab.health();
                if (health.isValid()) {
                    best = Math.max(best, sum);
                }
                report.row(List.of(
                        "" + pairs,
                        Figures.megabits(sum),
                        Figures.format("%.2f", health.latenessP50Ms()),
                        Figures.format("%.2f", health.latenessP99Ms()),
                        Figures.format("%.1f", health.latenessMaxMs()),
                        health.isValid() ? "yes" : String.join(" ", health.complaints())));
            }
        }
        report.check(
                "1.0 Gbit/s of payload with the 99th percentile of lateness below 2 ms",
                Figures.megabits(best) + " Mbit/s",
                best >= GIGABIT);
        return report.build();
    }

    private static double carry(FaithfulLab lab, int pairs) {
        var iperf = new Iperf(lab);
        for (int i = 0; i < pairs; i++) {
            iperf.serve(SiteId.parse("lab:s" + 2 * i));
        }
        lab.resetHealth();
        var clients = new ArrayList<SiteProcess>();
        for (int i = 0; i < pairs; i++) {
            var from = SiteId.parse("lab:s" + (2 * i + 1));
            clients.add(iperf.start(from, SiteId.parse("lab:s" + 2 * i), "-P", "4", "-O", "2", "-t", "8"));
        }
        return clients.stream().mapToDouble(Iperf::received).sum();
    }

    private static LabTopology topology(int pairs) {
        var sites = new StringBuilder();
        for (int i = 0; i < 2 * pairs; i++) {
            sites.append("  lab:s%d: {location: [0, %d]}\n".formatted(i, i));
        }
        return TopologyYaml.parse("load", """
                format: longhaul-topology/1
                name: load
                stretch: 20
                defaults: {egress: 210Mbit/s, ingress: 210Mbit/s, window: 4MiB}
                sites:
                %s""".formatted(sites));
    }
}
