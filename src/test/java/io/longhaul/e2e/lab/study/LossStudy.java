package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.faithful.FaithfulLab;
import java.util.List;
import java.util.function.Consumer;

/** Random loss at 62 ms with a window of 7.3 MB, and what cubic and BBR make of it. */
final class LossStudy implements Experiment {
    private static final double BOUND = 0.15;

    @Override
    public String name() {
        return "loss";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Random loss at 62 ms, VM cap 200 Mbit/s, Mbit/s received: medians of " + runs,
                "loss asked",
                "loss done",
                "cubic, 1 stream",
                "cubic, 8 streams",
                "BBR, 1 stream");
        double worst = 0;
        for (double percent : new double[] {0.01, 0.1, 1}) {
            String settings = StudyFigures.format("{loss: %s%%}", Double.toString(percent));
            try (var lab = FaithfulLab.start(CapTopology.of(settings), FaithfulLab.Options.defaults())) {
                var iperf = new Iperf(lab);
                iperf.serve(CapTopology.TO);
                progress.accept("loss: " + percent + " %");
                double bbr = rate(iperf, runs, "1", "-C", "bbr");
                LinkTruth before = link(lab);
                double one = rate(iperf, runs, "1", "-C", "cubic");
                double eight = rate(iperf, runs, "8", "-C", "cubic");
                // cubic under this loss never fills the queue, so that all drops are chance; BBR does
                double done = percent == 1 ? lossSince(before, link(lab)) : Double.NaN;
                if (percent == 1) {
                    worst = Math.abs(done / percent - 1);
                }
                report.row(List.of(
                        percent + " %",
                        Double.isNaN(done) ? "-" : StudyFigures.format("%.2f %%", done),
                        StudyFigures.megabits(one),
                        StudyFigures.megabits(eight),
                        StudyFigures.megabits(bbr)));
            }
        }
        report.check(
                "1 % asked, 1 % lost, within 15 %", StudyFigures.format("error %.1f %%", 100 * worst), worst <= BOUND);
        return report.build();
    }

    private static double rate(Iperf iperf, int runs, String streams, String... more) {
        return iperf.median(
                runs, CapTopology.site("from"), CapTopology.TO, "-P", streams, "-O", "4", "-t", "8", more[0], more[1]);
    }

    private static LinkTruth link(FaithfulLab lab) {
        return lab.truth().onLink(new Link(CapTopology.site("from"), CapTopology.TO));
    }

    /** Percent of the packets. */
    private static double lossSince(LinkTruth before, LinkTruth after) {
        double packets = after.taken().minus(before.taken()).bytes() / 1500.0;
        return 100.0 * (after.droppedPackets() - before.droppedPackets()) / packets;
    }
}
