package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How much all links together may carry before the emulator is late. */
final class LoadStudy implements Experiment {
    private static final double GIGABIT = 1e9;

    @Override
    public String name() {
        return "load";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Pairs of VMs of 210 Mbit/s, 4 streams each: sum received and lateness of packets, medians of " + runs,
                "pairs",
                "Mbit/s",
                "lateness p50, ms",
                "p99, ms",
                "greatest, ms",
                "valid");
        double best = 0;
        for (int pairs : new int[] {3, 5, 6}) {
            var all = new ArrayList<Carried>();
            for (int run = 1; run <= runs; run++) {
                progress.accept("load: %d pairs, run %d of %d".formatted(pairs, run, runs));
                try (var lab = FaithfulLab.start(topology(pairs), FaithfulLab.Options.defaults())) {
                    all.add(new Carried(carry(lab, pairs), lab.health()));
                }
            }
            double sum = median(all, Carried::rate);
            if (all.stream().filter(run -> run.health().isValid()).count() * 2 > runs) {
                best = Math.max(best, sum);
            }
            report.row(List.of(
                    "" + pairs,
                    StudyFigures.megabits(sum),
                    StudyFigures.format("%.2f", median(all, run -> run.health().latenessP50Ms())),
                    StudyFigures.format("%.2f", median(all, run -> run.health().latenessP99Ms())),
                    StudyFigures.format("%.1f", median(all, run -> run.health().latenessMaxMs())),
                    valid(all)));
        }
        report.check(
                "1.0 Gbit/s of payload with the 99th percentile of lateness below 2 ms",
                StudyFigures.megabits(best) + " Mbit/s",
                best >= GIGABIT);
        return report.build();
    }

    /** One run: bit/s received by all, and how punctual the lab was. */
    private record Carried(double rate, LabHealth health) {}

    private static double median(List<Carried> all, ToDoubleFunction<Carried> figure) {
        return StudyFigures.median(all.stream().mapToDouble(figure).toArray());
    }

    private static String valid(List<Carried> all) {
        String complaints = all.stream()
                .flatMap(run -> run.health().complaints().stream())
                .distinct()
                .collect(Collectors.joining(" "));
        long valid = all.stream().filter(run -> run.health().isValid()).count();
        return valid + " of " + all.size() + (complaints.isEmpty() ? "" : ": " + complaints);
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
