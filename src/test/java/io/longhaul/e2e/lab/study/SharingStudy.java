package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualLab;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Figure 2b of HotCloud 2018: transfers from one VM to three sites come, and their sum stays at the VM's cap. */
final class SharingStudy implements Experiment {
    private static final String[] SERVERS = {"r62", "r90", "r185"};
    private static final int SECONDS = 40;
    private static final int STEP = 10;
    private static final int SLOW_START = 3;
    /** Seconds of which the mean is taken. */
    private static final int PART = 5;

    private static final int PARTS = SECONDS / PART;
    private static final double CAP = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final double BOUND = 0.05;

    @Override
    public String name() {
        return "sharing";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        var all = new ArrayList<Means>();
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            var iperf = new Iperf(lab);
            for (String name : SERVERS) {
                iperf.serve(SiteId.parse("lab:" + name));
            }
            for (int run = 1; run <= runs; run++) {
                progress.accept("sharing: three transfers of 8 streams from one VM, for %d s, run %d of %d"
                        .formatted(SECONDS, run, runs));
                all.add(Means.of(iperf.judged(() -> transfers(lab))));
            }
        }
        return report(all);
    }

    private static StudyReport report(List<Means> all) {
        StudyReport.Builder report = StudyReport.titled(
                "Transfers of 8 streams from one VM to sites at 62, 90 and 185 ms: one from 0 to 30 s, one from 10 to 40 s,"
                        + " one from 20 to 40 s; means over 5 s, Mbit/s, counted by the sender, medians of "
                        + all.size() + " (cap 193.1 of payload)",
                "seconds",
                "to 62 ms",
                "to 90 ms",
                "to 185 ms",
                "sum");
        double[] sums = new double[PARTS];
        for (int part = 0; part < PARTS; part++) {
            var cells = new ArrayList<String>(List.of(part * PART + " to " + (part + 1) * PART));
            for (int transfer = 0; transfer <= SERVERS.length; transfer++) {
                int column = transfer;
                int row = part;
                double median = median(all, means -> means.of(column, row));
                cells.add(StudyFigures.megabits(median));
                sums[part] = median;
            }
            report.row(cells);
        }
        double mean = median(all, Means::steady);
        report.check(
                "the mean of the sum after slow start within 5 % of the cap",
                StudyFigures.megabits(mean) + " of " + StudyFigures.megabits(CAP) + " Mbit/s",
                Math.abs(mean / CAP - 1) <= BOUND);
        double least = StudyFigures.quantile(sums, 0);
        double most = StudyFigures.quantile(sums, 1);
        report.check(
                "every five seconds within 10 % of the cap",
                StudyFigures.megabits(least) + " to " + StudyFigures.megabits(most) + " Mbit/s",
                least > 0.9 * CAP && most < 1.1 * CAP);
        return report.build();
    }

    private static double median(List<Means> all, ToDoubleFunction<Means> figure) {
        return StudyFigures.median(all.stream().mapToDouble(figure).toArray());
    }

    /** Means of five seconds in one run: of each transfer, and in the last row of their sum. */
    private static final class Means {
        private final double[][] rates;
        private final double steady;

        private Means(double[][] rates, double steady) {
            this.rates = rates;
            this.steady = steady;
        }

        static Means of(double[][] seconds) {
            double[][] means = new double[SERVERS.length + 1][PARTS];
            double steady = 0;
            for (int second = 0; second < SECONDS; second++) {
                for (int transfer = 0; transfer < SERVERS.length; transfer++) {
                    double rate = seconds[transfer][second];
                    means[transfer][second / PART] += rate / PART;
                    means[SERVERS.length][second / PART] += rate / PART;
                    steady += second < SLOW_START ? 0 : rate / (SECONDS - SLOW_START);
                }
            }
            return new Means(means, steady);
        }

        /** Without the first seconds. */
        double steady() {
            return steady;
        }

        double of(int transfer, int part) {
            return rates[transfer][part];
        }
    }

    private static double[][] transfers(FaithfulLab lab) {
        int[] from = {0, STEP, 2 * STEP};
        int[] until = {30, SECONDS, SECONDS};
        var clients = new ArrayList<SiteProcess>();
        for (int i = 0; i < SERVERS.length; i++) {
            String address = lab.address(SiteId.parse("lab:" + SERVERS[i])).getHostAddress();
            clients.add(lab.exec(
                    SiteId.parse("lab:hub"),
                    List.of(
                            "sh",
                            "-c",
                            "sleep " + from[i] + "; exec iperf3 -J -P 8 -i 1 -t " + (until[i] - from[i]) + " -c "
                                    + address)));
        }
        double[][] rates = new double[SERVERS.length][SECONDS];
        for (int i = 0; i < SERVERS.length; i++) {
            List<Double> seconds = Iperf.intervals(clients.get(i));
            for (int second = 0; second < seconds.size() && from[i] + second < SECONDS; second++) {
                rates[i][from[i] + second] = seconds.get(second);
            }
        }
        return rates;
    }
}
