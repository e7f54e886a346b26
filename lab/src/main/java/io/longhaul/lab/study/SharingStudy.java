package io.longhaul.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualLab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Figure 2b of HotCloud 2018: transfers from one VM to three sites come, and their sum stays at the VM's cap. */
final class SharingStudy implements LabStudy {
    private static final String[] SERVERS = {"r62", "r90", "r185"};
    private static final int SECONDS = 40;
    private static final int STEP = 10;
    private static final double CAP = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final double BOUND = 0.05;

    @Override
    public String name() {
        return "sharing";
    }

    @Override
    public String about() {
        return "figure 2b: flows to three sites come and go, the sum is the VM's cap (1 minute)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        double[][] rates;
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            var iperf = new Iperf(lab);
            for (String name : SERVERS) {
                iperf.serve(SiteId.parse("lab:" + name));
            }
            progress.accept("sharing: three transfers of 8 streams from one VM, for " + SECONDS + " s");
            rates = iperf.judged(() -> transfers(lab));
        }
        StudyReport.Builder report = StudyReport.titled(
                "Transfers of 8 streams from one VM to sites at 62, 90 and 185 ms: one from 0 to 30 s, one from 10 to 40 s,"
                        + " one from 20 to 40 s; means over 5 s, Mbit/s, counted by the sender (cap 193.1 of payload)",
                "seconds",
                "to 62 ms",
                "to 90 ms",
                "to 185 ms",
                "sum");
        double[] sums = new double[SECONDS];
        for (int second = 0; second < SECONDS; second++) {
            sums[second] = rates[0][second] + rates[1][second] + rates[2][second];
        }
        for (int from = 0; from < SECONDS; from += 5) {
            var cells = new ArrayList<String>(List.of(from + " to " + (from + 5)));
            for (double[] one : rates) {
                cells.add(Figures.megabits(mean(one, from)));
            }
            cells.add(Figures.megabits(mean(sums, from)));
            report.row(cells);
        }
        double[] steady = Arrays.copyOfRange(sums, 3, SECONDS - 1);
        double mean = Arrays.stream(steady).average().orElse(0);
        report.check(
                "the mean of the sum after slow start within 5 % of the cap",
                Figures.megabits(mean) + " of " + Figures.megabits(CAP) + " Mbit/s", Math.abs(mean / CAP - 1) <= BOUND);
        double[] means = new double[SECONDS / 5];
        for (int i = 0; i < means.length; i++) {
            means[i] = mean(sums, 5 * i);
        }
        double least = Figures.quantile(means, 0);
        double most = Figures.quantile(means, 1);
        report.check(
                "every five seconds within 10 % of the cap",
                Figures.format(
                        "%s to %s Mbit/s; single seconds, as the sender's buffers fill, p5 %s, p95 %s",
                        Figures.megabits(least),
                        Figures.megabits(most),
                        Figures.megabits(Figures.quantile(steady, 0.05)),
                        Figures.megabits(Figures.quantile(steady, 0.95))),
                least > 0.9 * CAP && most < 1.1 * CAP);
        return report.build();
    }

    private static double mean(double[] values, int from) {
        return Arrays.stream(values, from, from + 5).average().orElse(0);
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
