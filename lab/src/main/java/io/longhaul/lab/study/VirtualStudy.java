package io.longhaul.lab.study;

import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.RandomWorld;
import io.longhaul.lab.virtual.VirtualFlow;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.lab.virtual.VirtualRun;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** How long the lab in virtual time takes for a thousand sites and ten thousand flows, an hour of their time. */
final class VirtualStudy implements LabStudy {
    private static final int SITES = 1_000;
    private static final int FLOWS = 10_000;
    private static final double BOUND = 60;
    private static final double NANOS = 1e9;

    @Override
    public String name() {
        return "virtual";
    }

    @Override
    public String about() {
        return "a thousand sites, ten thousand flows, an hour in virtual time (half a minute a run)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "An hour of " + SITES + " sites and " + FLOWS
                        + " flows (10 MB to 40 GB, 1 to 31 streams, started through"
                        + " 50 minutes) in virtual time, medians of " + runs,
                "grain",
                "seconds of one core",
                "stops",
                "flows that ended");
        LabTopology world = RandomWorld.topology(SITES, 42);
        List<VirtualFlow> flows = RandomWorld.flows(world, FLOWS, 43);
        for (Duration grain : List.of(Duration.ofMillis(500), Duration.ofMillis(100))) {
            double[] seconds = new double[runs];
            long stops = 0;
            int ended = 0;
            for (int run = 0; run < runs; run++) {
                progress.accept("virtual: grain " + Durations.format(grain) + ", run " + (run + 1) + " of " + runs);
                long begin = System.nanoTime();
                VirtualRun outcome =
                        VirtualLab.simulate(world, flows, Duration.ofHours(1), new VirtualLab.Options(1, grain));
                seconds[run] = (System.nanoTime() - begin) / NANOS;
                stops = outcome.events();
                ended = 0;
                for (int i = 0; i < FLOWS; i++) {
                    ended += outcome.finishedAt(i).isPresent() ? 1 : 0;
                }
            }
            double median = Figures.median(seconds);
            report.row(List.of(Durations.format(grain), Figures.format("%.1f", median), "" + stops, "" + ended));
            report.check(
                    "under 60 s with a grain of " + Durations.format(grain),
                    Figures.format("%.1f s", median),
                    median < BOUND);
        }
        return report.build();
    }
}
