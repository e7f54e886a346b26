package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** How far round-trip times are from those asked for, on an idle lab. */
final class DelayStudy implements Experiment {
    private static final SiteId HUB = SiteId.parse("lab:hub");
    private static final int HANDSHAKES = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double MEDIAN_BOUND = 0.2;
    private static final double P99_BOUND = 0.5;
    private static final double MILLIS = 1e3;

    @Override
    public String name() {
        return "delays";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Round-trip times of " + HANDSHAKES
                        + " TCP handshakes each, one after another: error against the topology, ms, as the caller's kernel"
                        + " timed them (TCP_INFO), and with the caller's waking up",
                "RTT",
                "p50",
                "p90",
                "p99",
                "greatest",
                "caller p50",
                "caller p99");
        var all = new ArrayList<double[]>();
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            for (LabSite site : lab.topology().sites()) {
                if (site.id().equals(HUB)) {
                    continue;
                }
                double truth = Durations.seconds(lab.topology().roundTrip(new Link(HUB, site.id()))) * MILLIS;
                progress.accept("delays: " + Math.round(truth) + " ms");
                List<double[]> errors = handshakes(lab, site.id()).stream()
                        .map(times -> new double[] {times[0] - truth, times[1] - truth})
                        .toList();
                all.addAll(errors);
                report.row(row(StudyFigures.format("%.0f ms", truth), errors));
            }
        }
        report.row(row("all", all));
        double[] sizes = all.stream().mapToDouble(error -> Math.abs(error[0])).toArray();
        report.check(
                "median error at most 0.2 ms",
                StudyFigures.format("%.3f ms", StudyFigures.median(sizes)),
                StudyFigures.median(sizes) <= MEDIAN_BOUND);
        report.check(
                "99th percentile at most 0.5 ms",
                StudyFigures.format("%.3f ms", StudyFigures.quantile(sizes, 0.99)),
                StudyFigures.quantile(sizes, 0.99) <= P99_BOUND);
        return report.build();
    }

    /** The far kernel answers by itself: by the caller's clock only the caller has to wake up. */
    private static List<double[]> handshakes(FaithfulLab lab, SiteId to) {
        String times = lab.call(HandshakeTask.class, HUB + " " + to + " " + HANDSHAKES, said -> {})
                .await(PATIENCE);
        return Stream.of(times.split(" ", -1))
                .map(pair -> Stream.of(pair.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    private static List<String> row(String name, List<double[]> both) {
        double[] errors = both.stream().mapToDouble(error -> error[0]).toArray();
        double[] caller = both.stream().mapToDouble(error -> error[1]).toArray();
        return List.of(
                name,
                StudyFigures.format("%.3f", StudyFigures.median(errors)),
                StudyFigures.format("%.3f", StudyFigures.quantile(errors, 0.9)),
                StudyFigures.format("%.3f", StudyFigures.quantile(errors, 0.99)),
                StudyFigures.format("%.3f", StudyFigures.quantile(errors, 1)),
                StudyFigures.format("%.3f", StudyFigures.median(caller)),
                StudyFigures.format("%.3f", StudyFigures.quantile(caller, 0.99)));
    }
}
