package io.longhaul.lab.study;

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
final class DelayStudy implements LabStudy {
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
    public String about() {
        return "errors of idle round-trip times, by TCP handshakes (3 minutes)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Round-trip times of " + HANDSHAKES
                        + " TCP handshakes each, one after another: error against the topology, ms",
                "RTT",
                "p50",
                "p90",
                "p99",
                "greatest");
        var all = new ArrayList<Double>();
        try (var lab = FaithfulLab.start(TopologyYaml.load("study-7"), FaithfulLab.Options.defaults())) {
            for (LabSite site : lab.topology().sites()) {
                if (site.id().equals(HUB)) {
                    continue;
                }
                double truth = Durations.seconds(lab.topology().roundTrip(new Link(HUB, site.id()))) * MILLIS;
                progress.accept("delays: " + Math.round(truth) + " ms");
                List<Double> errors = handshakes(lab, site.id()).stream()
                        .map(time -> time - truth)
                        .toList();
                all.addAll(errors);
                report.row(row(Figures.format("%.0f ms", truth), Figures.array(errors)));
            }
        }
        double[] errors = Figures.array(all);
        report.row(row("all", errors));
        double[] sizes = all.stream().mapToDouble(Math::abs).toArray();
        report.check(
                "median error at most 0.2 ms",
                Figures.format("%.3f ms", Figures.median(sizes)),
                Figures.median(sizes) <= MEDIAN_BOUND);
        report.check(
                "99th percentile at most 0.5 ms",
                Figures.format("%.3f ms", Figures.quantile(sizes, 0.99)),
                Figures.quantile(sizes, 0.99) <= P99_BOUND);
        return report.build();
    }

    /** The far kernel answers by itself: only the caller has to wake up. */
    private static List<Double> handshakes(FaithfulLab lab, SiteId to) {
        String times = lab.call(HandshakeTask.class, HUB + " " + to + " " + HANDSHAKES, said -> {})
                .await(PATIENCE);
        return Stream.of(times.split(" ", -1)).map(Double::valueOf).toList();
    }

    private static List<String> row(String name, double[] errors) {
        return List.of(
                name,
                Figures.format("%.3f", Figures.median(errors)),
                Figures.format("%.3f", Figures.quantile(errors, 0.9)),
                Figures.format("%.3f", Figures.quantile(errors, 0.99)),
                Figures.format("%.3f", Figures.quantile(errors, 1)));
    }
}
