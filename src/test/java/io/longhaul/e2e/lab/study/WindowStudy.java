package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rates of 1 to 16 streams at three windows and round-trip times of 12 to 300 ms: the central experiment of "To Relay or
 * Not to Relay for Inter-Cloud Transfers?" (HotCloud 2018) at a tenth of its rates. The ideal is min(cap, n W / RTT).
 */
final class WindowStudy implements Experiment {
    private static final int[] ROUND_TRIPS = {12, 62, 90, 155, 185, 300};
    private static final int SECONDS = 8;
    /** Pairs measured at once, so that two cores can carry them. */
    private static final int[][] BATCHES = {{0, 2, 4}, {1, 3, 5}};

    private static final double WINDOW_BOUND = 0.05;
    private static final double CAP_BOUND = 0.03;

    private final String window;

    private WindowStudy(String window) {
        this.window = window;
    }

    /** A study for each window. */
    static List<Experiment> all() {
        return WindowRow.ALL.stream()
                .map(WindowRow::window)
                .distinct()
                .<Experiment>map(WindowStudy::new)
                .toList();
    }

    @Override
    public String name() {
        return "windows-" + window;
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Received with windows of " + window + ", Mbit/s: median (lowest-highest) of " + runs + ", ideal below",
                "streams",
                "12 ms",
                "62 ms",
                "90 ms",
                "155 ms",
                "185 ms",
                "300 ms");
        var windowErrors = new ArrayList<Double>();
        var capErrors = new ArrayList<Double>();
        List<WindowRow> rows = WindowRow.ALL.stream()
                .filter(row -> row.window().equals(window))
                .toList();
        for (String queue : rows.stream().map(WindowRow::queue).distinct().toList()) {
            try (var lab = FaithfulLab.start(topology(window, queue), FaithfulLab.Options.defaults())) {
                var iperf = new Iperf(lab);
                for (int i = 0; i < ROUND_TRIPS.length; i++) {
                    iperf.serve(site("b", i));
                }
                for (WindowRow row : rows) {
                    if (row.queue().equals(queue)) {
                        addRow(report, row, measure(iperf, row, runs, progress), windowErrors, capErrors);
                    }
                }
            }
        }
        check(report, "single streams within 5 % of window / RTT or the cap", windowErrors, WINDOW_BOUND);
        check(report, "16 streams within 3 % of the cap, where 16 windows fill it", capErrors, CAP_BOUND);
        return report.build();
    }

    private static double[][] measure(Iperf iperf, WindowRow row, int runs, Consumer<String> progress) {
        double[][] rates = new double[ROUND_TRIPS.length][runs];
        for (int run = 0; run < runs; run++) {
            progress.accept("windows: %s, streams %s, run %d of %d".formatted(row.window(), row.name(), run + 1, runs));
            measure(iperf, row, rates, run);
        }
        return rates;
    }

    private static void check(StudyReport.Builder report, String what, List<Double> errors, double bound) {
        if (!errors.isEmpty()) {
            double worst = StudyFigures.quantile(StudyFigures.array(errors), 1);
            report.check(
                    what,
                    StudyFigures.format("greatest error %.1f %% of %d cells", 100 * worst, errors.size()),
                    worst <= bound);
        }
    }

    private static void addRow(
            StudyReport.Builder report, WindowRow row, double[][] rates, List<Double> window, List<Double> cap) {
        var cells = new ArrayList<String>(List.of(row.name()));
        var ideals = new ArrayList<String>(List.of("ideal"));
        for (int i = 0; i < ROUND_TRIPS.length; i++) {
            double measured = StudyFigures.median(rates[i]);
            double ideal = row.ideal(ROUND_TRIPS[i]);
            cells.add("%s (%s-%s)"
                    .formatted(
                            StudyFigures.megabits(measured),
                            StudyFigures.megabits(StudyFigures.quantile(rates[i], 0)),
                            StudyFigures.megabits(StudyFigures.quantile(rates[i], 1))));
            ideals.add(StudyFigures.megabits(ideal));
            double error = Math.abs(measured / ideal - 1);
            if (row.streams() == 1 && !row.overflows()) {
                window.add(error);
            } else if (row.streams() == 16 && 16.0 * row.bytes() * 8 / (ROUND_TRIPS[i] / 1e3) > WindowRow.CAP) {
                cap.add(error);
            }
        }
        report.row(cells);
        report.row(ideals);
    }

    private static void measure(Iperf iperf, WindowRow row, double[][] rates, int run) {
        double sum = 0;
        for (int rtt : ROUND_TRIPS) {
            sum += row.ideal(rtt);
        }
        int[][] batches = sum < 3.1 * WindowRow.CAP ? new int[][] {{0, 1, 2, 3, 4, 5}} : BATCHES;
        for (int[] batch : batches) {
            double[] received = iperf.judged(() -> together(iperf, row, batch));
            for (int k = 0; k < batch.length; k++) {
                rates[batch[k]][run] = received[k];
            }
        }
    }

    private static double[] together(Iperf iperf, WindowRow row, int[] batch) {
        var clients = new ArrayList<SiteProcess>();
        for (int i : batch) {
            clients.add(iperf.start(
                    site("a", i), site("b", i), "-P", "" + row.streams(), "-O", "" + omit(i, row), "-t", "" + SECONDS));
        }
        double[] received = new double[batch.length];
        for (int k = 0; k < batch.length; k++) {
            received[k] = Iperf.received(clients.get(k));
        }
        return received;
    }

    /** Slow start, and what follows its overshoot where the cap binds: cubic takes a while to come back. */
    private static int omit(int pair, WindowRow row) {
        int rtt = ROUND_TRIPS[pair];
        if (row.overflows()) {
            return rtt < 100 ? 6 : 30;
        }
        boolean capped = row.bytes() * 8.0 * row.streams() / (rtt / 1e3) > WindowRow.CAP;
        return (rtt < 100 ? 3 : rtt < 250 ? 5 : 8) + (capped ? 3 : 0);
    }

    private static SiteId site(String side, int pair) {
        return SiteId.parse("lab:" + side + pair);
    }

    /** Six pairs, far from each other. */
    private static LabTopology topology(String window, String queue) {
        var sites = new StringBuilder();
        var rtts = new StringBuilder();
        for (int i = 0; i < ROUND_TRIPS.length; i++) {
            sites.append("  lab:a%d: {location: [0, %d]}\n  lab:b%d: {location: [1, %d]}\n".formatted(i, i, i, i));
            rtts.append("  lab:a%d: {lab:b%d: %dms}\n".formatted(i, i, ROUND_TRIPS[i]));
        }
        return TopologyYaml.parse("windows", """
                format: longhaul-topology/1
                name: windows
                defaults: {egress: 200Mbit/s, ingress: 200Mbit/s, queue: %s, window: %s}
                sites:
                %srtt:
                %s""".formatted(queue, window, sites, rtts));
    }
}
