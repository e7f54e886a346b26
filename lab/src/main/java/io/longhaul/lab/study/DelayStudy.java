package io.longhaul.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.LabException;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.TopologyYaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** How far round-trip times of datagrams are from those asked for, on an idle lab. */
final class DelayStudy implements LabStudy {
    private static final SiteId HUB = SiteId.parse("lab:hub");
    private static final int ECHOES = 500;
    private static final Pattern TIME = Pattern.compile("time=([0-9.]+) ms");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double MEDIAN_BOUND = 0.2;
    private static final double P99_BOUND = 0.5;
    private static final double MILLIS = 1e3;

    @Override
    public String name() {
        return "delays";
    }

    @Override
    public String about() {
        return "errors of idle round-trip times, by ping (1 minute)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "Round-trip times of " + ECHOES + " pings each, 20 ms apart: error against the topology, ms",
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
                List<Double> errors =
                        ping(lab, site.id()).stream().map(time -> time - truth).toList();
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

    /** The kernel's own echo: nobody has to wake up at the far site. */
    private static List<Double> ping(FaithfulLab lab, SiteId to) {
        String address = lab.address(to).getHostAddress();
        var result = lab.exec(HUB, List.of("ping", "-n", "-c", "" + ECHOES, "-i", "0.02", address))
                .await(PATIENCE);
        List<Double> times = TIME.matcher(result.output())
                .results()
                .map(match -> Double.valueOf(match.group(1)))
                .toList();
        if (times.isEmpty()) {
            throw new LabException("ping said nothing: " + result.errors(), "Install iputils-ping.");
        }
        return times;
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
