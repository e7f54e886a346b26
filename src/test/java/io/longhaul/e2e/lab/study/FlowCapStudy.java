package io.longhaul.e2e.lab.study;

import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.virtual.VirtualLab;
import java.util.List;
import java.util.function.Consumer;

/** A cap on each flow, as Azure and Google have: streams add up until the VM's cap. */
final class FlowCapStudy implements Experiment {
    private static final double FLOW = 50e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final double VM = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final double BOUND = 0.03;

    @Override
    public String name() {
        return "flow-cap";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "A flow cap of 50 Mbit/s under a VM cap of 200, at 62 ms, Mbit/s received: medians of " + runs,
                "streams",
                "received",
                "ideal");
        double worst = 0;
        try (var lab = FaithfulLab.start(CapTopology.of("{per_flow: 50Mbit/s}"), FaithfulLab.Options.defaults())) {
            var iperf = new Iperf(lab);
            iperf.serve(CapTopology.TO);
            for (int streams : new int[] {1, 2, 4, 8}) {
                progress.accept("flow-cap: " + streams + " streams");
                double rate = iperf.median(
                        runs, CapTopology.site("from"), CapTopology.TO, "-P", "" + streams, "-O", "6", "-t", "8");
                double ideal = Math.min(VM, streams * FLOW);
                worst = Math.max(worst, Math.abs(rate / ideal - 1));
                report.row(List.of("" + streams, StudyFigures.megabits(rate), StudyFigures.megabits(ideal)));
            }
        }
        report.check(
                "within 3 % of the ideal", StudyFigures.format("greatest error %.1f %%", 100 * worst), worst <= BOUND);
        return report.build();
    }
}
