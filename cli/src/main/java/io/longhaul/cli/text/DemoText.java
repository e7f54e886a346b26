package io.longhaul.cli.text;

import io.longhaul.cli.Version;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the demo found, in the order of the argument: rates, limits, verdicts, where to go on. */
public final class DemoText {
    private static final String UNKNOWN = "-";

    private DemoText() {}

    public static String of(Snapshot snapshot, Recommendations answers, Path folder, Path report) {
        var text = new StringBuilder();
        line(text, "1. One stream looks heterogeneous, many streams do not: each link and what limits it");
        line(text, links(snapshot.links()));
        line(text, "");
        line(text, "2. The caps are the VMs', the same on every link");
        line(text, caps(snapshot.sites()));
        line(text, "");
        line(text, "3. What to do about each link if you use one stream now, for 1 TB and at most 2 VMs a site");
        line(text, verdicts(answers.links()));
        line(text, "");
        line(text, headline(snapshot, answers));
        line(text, "");
        line(text, "Report: " + report);
        line(text, "Try: " + Version.command() + " estimate " + folder.resolve("log"));
        text.append("     " + Version.command() + " plan --snapshot ").append(folder.resolve("snapshot.json"));
        answers.links().stream()
                .filter(answer -> answer.verdict() == Verdict.RELAY)
                .findFirst()
                .or(() -> answers.links().stream().findFirst())
                .ifPresent(answer -> text.append(" --from ")
                        .append(answer.link().from())
                        .append(" --to ")
                        .append(answer.link().to())
                        .append(" --size 1TB --explain"));
        return text.toString();
    }

    private static String links(List<LinkEstimate> links) {
        return Table.of(links)
                .left("from", link -> link.link().from().toString())
                .left("to", link -> link.link().to().toString())
                .right(
                        "RTT",
                        link -> link.rtt().map(rtt -> Show.time(rtt.median())).orElse(UNKNOWN))
                .right("1 stream", link -> link.singleFlow().map(Show::rate).orElse(UNKNOWN))
                .left(
                        "limit",
                        link -> link.singleFlow().isPresent()
                                ? link.singleFlowLimit().id()
                                : UNKNOWN)
                .right(
                        "most streams",
                        link -> link.mostStreams()
                                .map(point -> point.streams() + " x: " + Show.rate(point.best()))
                                .orElse(UNKNOWN))
                .left("limit", link -> link.limit().id())
                .render();
    }

    private static String caps(List<SiteEstimate> sites) {
        return Table.of(sites)
                .left("site", site -> site.id().toString())
                .left("VM type", site -> site.vmType().orElse(UNKNOWN))
                .right(
                        "egress",
                        site -> site.egress().map(cap -> Show.rate(cap.value())).orElse("not seen"))
                .right(
                        "ingress",
                        site -> site.ingress()
                                .map(cap -> Show.rate(cap.value()))
                                .orElse("not seen"))
                .right(
                        "per flow",
                        site -> site.perFlow()
                                .map(cap -> Show.rate(cap.value()))
                                .orElse("not seen"))
                .render();
    }

    private static String verdicts(List<Recommendation> answers) {
        return Table.of(answers)
                .left("from", answer -> answer.link().from().toString())
                .left("to", answer -> answer.link().to().toString())
                .left("verdict", answer -> answer.verdict().id())
                .render(answer -> List.of(answer.why()));
    }

    private static String headline(Snapshot snapshot, Recommendations answers) {
        return spread(snapshot)
                        .map(spread ->
                                String.format(Locale.ROOT, "Single streams differ %.0f-fold between links. ", spread))
                        .orElse("")
                + String.format(
                        Locale.ROOT,
                        "Of %d links %d need nothing, %d more streams, %d more VMs, %d a relay and %d another measurement.",
                        answers.summary().links(),
                        count(answers, Verdict.DIRECT),
                        count(answers, Verdict.MORE_STREAMS),
                        count(answers, Verdict.MORE_VMS),
                        count(answers, Verdict.RELAY),
                        count(answers, Verdict.MEASURE_AGAIN));
    }

    private static int count(Recommendations answers, Verdict verdict) {
        return answers.summary().verdicts().getOrDefault(verdict, 0);
    }

    private static Optional<Double> spread(Snapshot snapshot) {
        List<Bandwidth> singles = snapshot.links().stream()
                .flatMap(link -> link.singleFlow().stream())
                .filter(rate -> !rate.isZero())
                .sorted()
                .toList();
        return singles.isEmpty()
                ? Optional.empty()
                : Optional.of(singles.get(singles.size() - 1).dividedBy(singles.get(0)));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
