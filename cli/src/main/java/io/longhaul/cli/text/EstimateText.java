package io.longhaul.cli.text;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.units.RateInterval;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A snapshot as text: VMs with their caps, links with what limits them, and a summary when there are many. */
public final class EstimateText {
    private static final String UNKNOWN = "-";

    private EstimateText() {}

    /**
     * The whole text.
     *
     * @param snapshot what is believed
     * @param mostLinks links shown one by one; the rest is counted
     */
    public static String of(Snapshot snapshot, int mostLinks) {
        var text = new StringBuilder();
        List<SiteEstimate> sites = snapshot.sites().stream()
                .filter(site -> site.egress().isPresent()
                        || site.ingress().isPresent()
                        || site.perFlow().isPresent())
                .toList();
        if (!sites.isEmpty()) {
            line(text, "Caps of one VM");
            line(text, sites(sites));
            line(text, "");
        }
        List<LinkEstimate> links = snapshot.links();
        line(text, "Links");
        line(text, links(links.subList(0, Math.min(mostLinks, links.size()))));
        if (links.size() > mostLinks) {
            line(
                    text,
                    "... and " + (links.size() - mostLinks) + " more links; --links 0 shows none, --format json all.");
        }
        line(text, "");
        line(text, "What limits the links, with the most streams measured");
        line(text, summary(links));
        line(text, "");
        EstimateNotes.append(text, snapshot, mostLinks);
        text.append(links.size())
                .append(" links of ")
                .append(snapshot.sites().size())
                .append(" sites, as of ")
                .append(snapshot.asOf())
                .append('.');
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static String sites(List<SiteEstimate> sites) {
        return Table.of(sites)
                .left("site", site -> site.id().toString())
                .left("VM type", site -> site.vmType().orElse(UNKNOWN))
                .right("egress", site -> cap(site.egress()))
                .right("ingress", site -> cap(site.ingress()))
                .right("per flow", site -> cap(site.perFlow()))
                .render();
    }

    private static String cap(Optional<CapEstimate> cap) {
        return cap.map(known -> Show.rate(known.value()) + interval(known.interval()) + " "
                        + known.source().id())
                .orElse(UNKNOWN);
    }

    /** Half of the width, as a share of the middle, so that the table stays narrow. */
    private static String interval(Optional<RateInterval> interval) {
        return interval.map(ci -> {
                    double middle =
                            (ci.low().bitsPerSecond() + (double) ci.high().bitsPerSecond()) / 2;
                    double half = (ci.high().bitsPerSecond() - (double) ci.low().bitsPerSecond()) / 2;
                    return String.format(Locale.ROOT, " ±%.1f %%", 100 * half / Math.max(1, middle));
                })
                .orElse("");
    }

    private static String links(List<LinkEstimate> links) {
        return Table.of(links)
                .left("from", link -> link.link().from().toString())
                .left("to", link -> link.link().to().toString())
                .right(
                        "RTT",
                        link -> link.rtt().map(rtt -> Show.time(rtt.median())).orElse(UNKNOWN))
                .right("1 stream", link -> link.singleFlow().map(Show::rate).orElse(UNKNOWN))
                .right("most streams", EstimateText::most)
                .left("limit", link -> link.limit().id())
                .left(
                        "why",
                        link -> link.evidence().isEmpty()
                                ? ""
                                : link.evidence().get(link.evidence().size() - 1))
                .render();
    }

    private static String most(LinkEstimate link) {
        return link.mostStreams()
                .map(point -> point.streams() + " x: " + Show.rate(point.best()) + interval(point.interval()))
                .orElse(UNKNOWN);
    }

    /** One row for each pair of providers, one column for each limit that occurs. */
    private static String summary(List<LinkEstimate> links) {
        Map<String, Map<BindingLimit, Long>> counts = links.stream()
                .filter(link -> !link.rates().isEmpty())
                .collect(Collectors.groupingBy(
                        link -> link.link().from().provider() + " to "
                                + link.link().to().provider(),
                        TreeMap::new,
                        Collectors.groupingBy(LinkEstimate::limit, TreeMap::new, Collectors.counting())));
        var table = Table.of(counts.entrySet()).left("direction", Map.Entry::getKey);
        for (BindingLimit limit : BindingLimit.values()) {
            Function<Map.Entry<String, Map<BindingLimit, Long>>, Long> count =
                    row -> row.getValue().getOrDefault(limit, 0L);
            if (counts.entrySet().stream().anyMatch(row -> count.apply(row) > 0)) {
                table.right(limit.id(), row -> String.valueOf(count.apply(row)));
            }
        }
        return table.render();
    }
}
