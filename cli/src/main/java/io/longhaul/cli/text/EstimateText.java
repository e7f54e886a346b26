package io.longhaul.cli.text;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.units.RateInterval;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
    private static final int MOST_SITES = 12;
    private static final double ALIKE = 0.05;

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
            line(text, "Caps of one VM, as measured unless marked");
            sites(text, sites);
            line(text, "");
        }
        List<LinkEstimate> links = snapshot.links();
        if (mostLinks > 0) {
            List<LinkEstimate> shown = links;
            if (links.size() > mostLinks) {
                List<LikeLinks<LinkEstimate>> like = LikeLinks.of(
                        links.stream().filter(link -> !link.rates().isEmpty()).toList(),
                        LinkEstimate::link,
                        link -> link.limit().id());
                line(text, "Links");
                line(text, like(like));
                line(text, "");
                line(text, "Exceptions: not as most links of their direction");
                shown = LikeLinks.exceptions(like);
            } else {
                line(text, "Links");
            }
            line(text, links(shown.subList(0, Math.min(mostLinks, shown.size()))));
            if (shown.size() > mostLinks) {
                line(
                        text,
                        "... and " + (shown.size() - mostLinks)
                                + " more exceptions; --links 0 shows none, --format json all.");
            }
            line(text, "");
        }
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

    /** A row for each VM type of a provider with the middle of its sites, and below it the sites that differ by 5 %. */
    private static void sites(StringBuilder text, List<SiteEstimate> sites) {
        if (sites.size() <= MOST_SITES) {
            line(text, caps(sites));
            return;
        }
        Map<String, List<SiteEstimate>> byType = sites.stream()
                .collect(Collectors.groupingBy(
                        site -> site.id().provider() + " " + site.vmType().orElse(UNKNOWN),
                        TreeMap::new,
                        Collectors.toList()));
        byType.forEach((type, like) -> {
            SiteEstimate middle = like.stream()
                    .sorted(Comparator.comparingLong(EstimateText::egress))
                    .toList()
                    .get(like.size() / 2);
            List<SiteEstimate> others =
                    like.stream().filter(site -> differs(site, middle)).toList();
            line(
                    text,
                    type + ": " + (like.size() - others.size()) + " of " + like.size() + " sites are as " + middle.id()
                            + (others.isEmpty() ? "" : "; the others"));
            var rows = new ArrayList<SiteEstimate>();
            rows.add(middle);
            rows.addAll(others);
            line(text, caps(rows));
        });
    }

    private static long egress(SiteEstimate site) {
        return site.egress().map(cap -> cap.value().bitsPerSecond()).orElse(0L);
    }

    private static boolean differs(SiteEstimate site, SiteEstimate usual) {
        return differs(site.egress(), usual.egress())
                || differs(site.ingress(), usual.ingress())
                || differs(site.perFlow(), usual.perFlow());
    }

    private static boolean differs(Optional<CapEstimate> cap, Optional<CapEstimate> usual) {
        if (cap.isEmpty() || usual.isEmpty()) {
            return cap.isPresent() != usual.isPresent();
        }
        return Math.abs(cap.get().value().dividedBy(usual.get().value()) - 1) > ALIKE;
    }

    private static String caps(List<SiteEstimate> sites) {
        return Table.of(sites)
                .left("site", site -> site.id().toString())
                .right("egress", site -> cap(site.egress()))
                .right("ingress", site -> cap(site.ingress()))
                .right("per flow", site -> cap(site.perFlow()))
                .render();
    }

    private static String cap(Optional<CapEstimate> cap) {
        return cap.map(known -> Show.rate(known.value())
                        + interval(known.interval())
                        + (known.source() == Source.MEASURED
                                ? ""
                                : " " + known.source().id()))
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

    private static String like(List<LikeLinks<LinkEstimate>> groups) {
        return Table.of(groups)
                .left("direction", LikeLinks::direction)
                .left("limit", LikeLinks::kind)
                .right("links", group -> String.valueOf(group.members().size()))
                .right(
                        "median RTT",
                        group -> group.median(
                                link -> link.rtt()
                                        .map(rtt -> (double) rtt.median().toNanos())
                                        .orElse(Double.NaN),
                                nanos -> Show.time(Duration.ofNanos((long) nanos))))
                .right("1 stream", group -> group.median(link -> LikeLinks.number(link.singleFlow()), LikeLinks::rate))
                .right(
                        "most streams",
                        group -> group.median(
                                link -> LikeLinks.number(link.mostStreams().map(RatePoint::best)), LikeLinks::rate))
                .render();
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
                .render(link -> List.of(
                        link.evidence().isEmpty()
                                ? link.limit().id()
                                : link.evidence().get(link.evidence().size() - 1)));
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
