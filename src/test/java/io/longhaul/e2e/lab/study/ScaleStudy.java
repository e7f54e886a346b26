package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Forty sites, and a stream from each to each. */
final class ScaleStudy implements Experiment {
    private static final double NANOS = 1e9;
    private static final double SECONDS_BOUND = 2;
    private static final double MEGABYTES_BOUND = 200;
    private static final int SECONDS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Forty sites of 10 Mbit/s in and out, and a stream over each of their 1,560 links for " + SECONDS
                        + " s",
                "what",
                "measured");
        LabTopology forty = slow(TopologyYaml.load("forty"));
        double[] up = new double[runs];
        for (int run = 0; run < runs; run++) {
            progress.accept("scale: start " + (run + 1) + " of " + runs);
            up[run] = start(forty);
        }
        progress.accept("scale: full mesh");
        try (var lab = FaithfulLab.start(forty, FaithfulLab.Options.defaults())) {
            double idle = residentMegabytes(lab);
            long begin = System.nanoTime();
            double[] open = {Double.NaN};
            String[] answer = lab.call(MeshTask.class, "" + SECONDS, said -> {
                        open[0] = (System.nanoTime() - begin) / NANOS;
                        lab.resetHealth();
                    })
                    .await(PATIENCE)
                    .split(" ", -1);
            double loaded = residentMegabytes(lab);
            LabHealth health = lab.health();
            int links = forty.links().size();
            double median = StudyFigures.median(up);
            report.row(List.of("all sites up, median of " + runs, StudyFigures.format("%.2f s", median)));
            report.row(List.of("then all streams carry data", StudyFigures.format("after %.2f s", open[0])));
            report.row(List.of("resident memory of the lab, idle", StudyFigures.format("%.0f MB", idle)));
            report.row(List.of("with the streams and their 40 threads", StudyFigures.format("%.0f MB", loaded)));
            report.row(List.of(
                    "received, all together", StudyFigures.megabits(Double.parseDouble(answer[1])) + " Mbit/s"));
            report.row(List.of(
                    "lateness p50, p99",
                    StudyFigures.format("%.2f ms, %.2f ms", health.latenessP50Ms(), health.latenessP99Ms())));
            report.check("up in under 2 s", StudyFigures.format("%.2f s", median), median < SECONDS_BOUND);
            report.check("under 200 MB", StudyFigures.format("%.0f MB", loaded), loaded < MEGABYTES_BOUND);
            report.check("every stream carries data", answer[0] + " of " + links, Integer.parseInt(answer[0]) == links);
        }
        return report.build();
    }

    private static LabTopology slow(LabTopology topology) {
        Bandwidth cap = Bandwidth.ofMegabitsPerSecond(10L);
        var caps = new VmCaps(cap, cap, Optional.empty(), Optional.empty());
        List<LabSite> sites = topology.sites().stream()
                .map(site -> new LabSite(
                        site.id(),
                        site.vmType(),
                        caps,
                        site.queue(),
                        site.window(),
                        site.congestion(),
                        site.location()))
                .toList();
        return new LabTopology(topology.name(), topology.about(), sites, topology.links(), List.of());
    }

    private static double start(LabTopology topology) {
        long begin = System.nanoTime();
        try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
            lab.health();
            return (System.nanoTime() - begin) / NANOS;
        }
    }

    /** Of the lab's Java process, the only child of its outermost process. */
    private static double residentMegabytes(FaithfulLab lab) {
        long pid = ProcessHandle.of(lab.pid())
                .flatMap(outer -> outer.children().findFirst())
                .map(ProcessHandle::pid)
                .orElseThrow(() -> new LabException("The lab's process is gone.", "Run it again."));
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status"))
                    .lines()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / 1e6)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            throw new LabException("The lab's memory cannot be read.", "Is /proc mounted?", e);
        }
    }
}
