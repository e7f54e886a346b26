package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.LabException;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCall;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a relay that splits TCP gains for one stream with a default window, and for sixteen with a tuned one. */
final class RelayStudy implements Experiment {
    private static final int PORT = 5301;
    private static final double GAIN_BOUND = 0.1;
    private static final double NO_GAIN = 1.05;
    private static final String[][] CASES = {{"hub", "r185", "r300"}, {"r90", "hub", "r155"}, {"r62", "r155", "r185"}};

    @Override
    public String name() {
        return "relays";
    }

    private static SiteId site(String name) {
        return SiteId.parse("lab:" + name);
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Relays, Mbit/s, medians of " + runs,
                "from, relay, to",
                "RTT / longest leg",
                "1 stream of 393 kB: direct",
                "relayed",
                "gain",
                "16 streams of 701 kB: direct",
                "relayed",
                "gain");
        var cells = new ArrayList<List<String>>();
        double worst = 0;
        for (String[] path : CASES) {
            double ideal = ideal(TopologyYaml.load("study-7"), path);
            cells.add(new ArrayList<>(List.of(String.join(", ", path), StudyFigures.format("x%.2f", ideal))));
        }
        double best = 0;
        for (String window : List.of("393kB", "701kB")) {
            LabTopology topology = withWindow(window);
            String streams = window.equals("393kB") ? "1" : "16";
            try (var lab = FaithfulLab.start(topology, FaithfulLab.Options.defaults())) {
                for (int i = 0; i < CASES.length; i++) {
                    progress.accept("relays: " + String.join(", ", CASES[i]) + ", " + streams + " streams");
                    double[] rates = measure(lab, CASES[i], streams, runs);
                    double gain = rates[1] / rates[0];
                    cells.get(i)
                            .addAll(List.of(
                                    StudyFigures.megabits(rates[0]),
                                    StudyFigures.megabits(rates[1]),
                                    StudyFigures.format("x%.2f", gain)));
                    if (streams.equals("1")) {
                        worst = Math.max(worst, Math.abs(gain / ideal(topology, CASES[i]) - 1));
                    } else {
                        best = Math.max(best, gain);
                    }
                }
            }
        }
        cells.forEach(report::row);
        report.check(
                "gain of one default stream = RTT / longest leg within 10 %",
                StudyFigures.format("greatest error %.1f %%", 100 * worst), worst <= GAIN_BOUND);
        report.check("no gain with 16 streams", StudyFigures.format("greatest gain x%.2f", best), best <= NO_GAIN);
        return report.build();
    }

    private static double ideal(LabTopology topology, String[] path) {
        double direct = Durations.seconds(topology.roundTrip(new Link(site(path[0]), site(path[2]))));
        double first = Durations.seconds(topology.roundTrip(new Link(site(path[0]), site(path[1]))));
        double second = Durations.seconds(topology.roundTrip(new Link(site(path[1]), site(path[2]))));
        return direct / Math.max(first, second);
    }

    private static double[] measure(FaithfulLab lab, String[] path, String streams, int runs) {
        var iperf = new Iperf(lab);
        var server = iperf.serve(site(path[2]));
        var listening = new CountDownLatch(1);
        String argument = site(path[1]) + " " + PORT + " " + site(path[2]) + " 5201";
        LabCall relay = lab.call(RelayTask.class, argument, said -> listening.countDown());
        try {
            if (!listening.await(20, TimeUnit.SECONDS)) {
                throw new LabException("The relay does not listen.", "See the log of the lab.");
            }
            String[] options = {"-P", streams, "-O", "8", "-t", "8"};
            double direct = iperf.median(runs, site(path[0]), site(path[2]), options);
            double[] relayed = new double[runs];
            var over = new String[] {"-p", "" + PORT, "-P", streams, "-O", "8", "-t", "8"};
            String host = lab.address(site(path[1])).getHostAddress();
            for (int i = 0; i < runs; i++) {
                relayed[i] = iperf.judged(() -> Iperf.received(iperf.start(site(path[0]), host, over)));
            }
            return new double[] {direct, StudyFigures.median(relayed)};
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted.", "Run it again.", e);
        } finally {
            relay.cancel();
            server.kill();
        }
    }

    private static LabTopology withWindow(String window) {
        String text = TopologyYaml.write(TopologyYaml.load("study-7"));
        return TopologyYaml.parse("study-7", text.replace("window: 700kB", "window: " + window));
    }
}
