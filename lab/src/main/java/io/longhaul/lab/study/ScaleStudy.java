package io.longhaul.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.carry.CarriedFlows;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualFlow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Forty sites, and a stream from each to each. */
final class ScaleStudy implements LabStudy {
    private static final double NANOS = 1e9;
    private static final double SECONDS_BOUND = 2;
    private static final double MEGABYTES_BOUND = 200;
    private static final Duration HORIZON = Duration.ofSeconds(12);

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public String about() {
        return "forty sites with a full mesh of 1,560 streams (1 minute)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Forty sites: time until all are up, and a stream of the lab's own over each of 1,560 links for "
                        + HORIZON.toSeconds() + " s",
                "what",
                "measured");
        LabTopology forty = TopologyYaml.load("forty");
        double[] up = new double[Math.max(1, runs)];
        for (int run = 0; run < up.length; run++) {
            progress.accept("scale: start " + (run + 1) + " of " + up.length);
            up[run] = start(forty);
        }
        progress.accept("scale: full mesh");
        long begin = System.nanoTime();
        try (var lab = FaithfulLab.start(forty, FaithfulLab.Options.defaults())) {
            double idle = residentMegabytes(lab);
            List<VirtualFlow> flows = new ArrayList<>();
            for (Link link : forty.links().keySet()) {
                flows.add(VirtualFlow.endless(link, 1));
            }
            CarriedFlows carried = CarriedFlows.carry(lab, flows, HORIZON);
            int carrying = 0;
            for (int i = 0; i < flows.size(); i++) {
                carrying += carried.receivedBy(i, HORIZON).bytes() > 0 ? 1 : 0;
            }
            double loaded = residentMegabytes(lab);
            LabHealth health = lab.health();
            double median = Figures.median(up);
            report.row(List.of("up, median of " + up.length, Figures.format("%.2f s", median)));
            report.row(List.of("resident memory of the lab, idle", Figures.format("%.0f MB", idle)));
            report.row(
                    List.of("resident with 1,560 streams, sent by its own threads", Figures.format("%.0f MB", loaded)));
            report.row(List.of("streams that carried data", carrying + " of " + flows.size()));
            double total =
                    (double) carried.totalRate(Duration.ofSeconds(6), HORIZON).bitsPerSecond();
            report.row(List.of("all together", Figures.megabits(total) + " Mbit/s"));
            report.row(List.of("lateness p99", Figures.format("%.2f ms", health.latenessP99Ms())));
            report.row(List.of("whole experiment", Figures.format("%.0f s", (System.nanoTime() - begin) / NANOS)));
            report.check("up in under 2 s", Figures.format("%.2f s", median), median < SECONDS_BOUND);
            report.check("under 200 MB", Figures.format("%.0f MB", loaded), loaded < MEGABYTES_BOUND);
            report.check("every stream carries data", carrying + " of " + flows.size(), carrying == flows.size());
        }
        return report.build();
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
