package io.longhaul.cli.text;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.faithful.RunningLab;
import io.longhaul.lab.topology.LabSite;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Labs that run, for people. */
public final class LabStatusText {
    private static final int LINKS = 20;

    private LabStatusText() {}

    public static String of(List<RunningLab> labs) {
        if (labs.isEmpty()) {
            return "No lab of yours is running. Start one: longhaul lab shell demo";
        }
        return String.join(
                System.lineSeparator() + System.lineSeparator(),
                labs.stream().map(LabStatusText::of).toList());
    }

    private static String of(RunningLab lab) {
        var text = new StringBuilder();
        LabTruth truth = lab.truth();
        text.append("Lab %s: %s, process %d, up for %s%n"
                .formatted(
                        lab.id(),
                        lab.topology().name(),
                        lab.pid(),
                        Durations.format(Duration.ofSeconds(truth.elapsed().toSeconds()))));
        text.append(health(lab.health())).append(System.lineSeparator());
        text.append(System.lineSeparator());
        text.append(Table.of(lab.topology().sites())
                .left("site", site -> site.id().toString())
                .left("address", site -> lab.addressOf(site.id()))
                .left("name", site -> site.id().name() + "." + site.id().provider())
                .right("egress", site -> site.caps().egress().toString())
                .right("ingress", site -> site.caps().ingress().toString())
                .right("window", site -> site.window().toString())
                .right("advertised", site -> advertised(lab.health(), site))
                .right("credit", site -> credit(truth, site))
                .render());
        text.append(System.lineSeparator()).append(System.lineSeparator()).append(links(truth));
        return text.toString();
    }

    private static String health(LabHealth health) {
        String numbers = String.format(
                Locale.ROOT,
                "%d packets, lateness median %.2f ms, p99 %.2f ms, most %.1f ms",
                health.packets(),
                health.latenessP50Ms(),
                health.latenessP99Ms(),
                health.latenessMaxMs());
        return health.isValid()
                ? "Healthy: " + numbers + "."
                : "Not valid: " + String.join(" ", health.complaints()) + " (" + numbers + ")";
    }

    private static String advertised(LabHealth health, LabSite site) {
        LabHealth.Window window = health.windows().get(site.id());
        return window == null || window.advertised().bytes() == 0 ? "-" : about(window.advertised());
    }

    private static String credit(LabTruth truth, LabSite site) {
        List<CreditLevel> levels = truth.creditOf(site.id());
        return levels.isEmpty() ? "-" : about(levels.get(levels.size() - 1).credit());
    }

    /** Four digits are enough to look at; {@code --format json} has the octets. */
    private static String about(DataSize size) {
        double bytes = size.bytes();
        return bytes < 1e6
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private static String links(LabTruth truth) {
        List<Map.Entry<Link, LinkTruth>> busiest = truth.links().entrySet().stream()
                .sorted((a, b) -> Long.compare(
                        b.getValue().delivered().bytes(),
                        a.getValue().delivered().bytes()))
                .limit(LINKS)
                .toList();
        if (busiest.isEmpty()) {
            return "No link has carried anything yet.";
        }
        String table = Table.of(busiest)
                .left("from", entry -> entry.getKey().from().toString())
                .left("to", entry -> entry.getKey().to().toString())
                .right("flows", entry -> Long.toString(entry.getValue().streams()))
                .right("taken", entry -> about(entry.getValue().taken()))
                .right("delivered", entry -> about(entry.getValue().delivered()))
                .right(
                        "dropped packets",
                        entry -> Long.toString(entry.getValue().droppedPackets()))
                .render();
        int others = truth.links().size() - busiest.size();
        return others > 0 ? table + System.lineSeparator() + others + " more links in --format json" : table;
    }
}
