package io.longhaul.cli.report;

import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Verdicts good enough to fill a page: the best relay by min(rate, rate), with no word about prices. */
final class Judge {
    private Judge() {}

    static Recommendations bestRelay(Snapshot snapshot) {
        var answers = new ArrayList<Recommendation>();
        for (LinkEstimate link : snapshot.links()) {
            link.mostStreams().map(RatePoint::best).ifPresent(rate -> answers.add(answer(snapshot, link, rate)));
        }
        var pairs = new TreeMap<List<String>, List<Recommendation>>(Comparator.comparing(Object::toString));
        answers.forEach(answer -> pairs.computeIfAbsent(
                        List.of(
                                answer.link().from().provider(),
                                answer.link().to().provider()),
                        pair -> new ArrayList<>())
                .add(answer));
        var groups = pairs.entrySet().stream()
                .map(pair -> new Recommendations.Group(
                        pair.getKey().get(0), pair.getKey().get(1), summary(pair.getValue())))
                .toList();
        var relays = answers.stream()
                .filter(answer -> answer.verdict() == Verdict.RELAY)
                .collect(Collectors.groupingBy(answer -> answer.bestRelay().orElseThrow(), Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<SiteId, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(site -> new Recommendations.RelayWorth(
                        site.getKey(),
                        site.getValue().intValue(),
                        site.getValue().intValue()))
                .toList();
        return new Recommendations(RateBasis.MULTI_STREAM, answers, summary(answers), groups, relays);
    }

    private static Recommendations.Summary summary(List<Recommendation> answers) {
        return new Recommendations.Summary(
                answers.size(),
                (int) answers.stream()
                        .filter(answer -> answer.gain().orElse(0) >= Recommendations.NOTABLE_GAIN)
                        .count(),
                OptionalDouble.empty(),
                answers.stream().collect(Collectors.toMap(Recommendation::verdict, answer -> 1, Integer::sum)));
    }

    private static Recommendation answer(Snapshot snapshot, LinkEstimate link, Bandwidth direct) {
        Optional<Map.Entry<SiteId, Bandwidth>> relay = snapshot.sites().stream()
                .map(SiteEstimate::id)
                .filter(site -> !site.equals(link.link().from())
                        && !site.equals(link.link().to()))
                .map(site -> Map.entry(site, over(snapshot, link.link(), site)))
                .max(Map.Entry.comparingByValue());
        double gain = relay.map(best -> best.getValue().dividedBy(direct)).orElse(0.0);
        Verdict verdict = gain >= Recommendations.NOTABLE_GAIN
                ? Verdict.RELAY
                : link.rates().size() > 1 && link.rates().get(0).best().compareTo(direct.times(0.5)) < 0
                        ? Verdict.MORE_STREAMS
                        : gain > 1.2 ? Verdict.MORE_VMS : Verdict.DIRECT;
        return new Recommendation(
                link.link(),
                verdict,
                Optional.of(direct),
                relay.map(Map.Entry::getKey),
                relay.map(Map.Entry::getValue),
                relay.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(gain),
                OptionalDouble.of(1.5 + gain % 1),
                Optional.empty(),
                Optional.of(direct.times(2L)),
                1,
                "Direct streams reach " + Show.rate(direct) + "; the best relay carries "
                        + String.format(Locale.ROOT, "%.2f", gain) + " times that and pays egress twice.",
                List.of());
    }

    private static Bandwidth over(Snapshot snapshot, Link link, SiteId relay) {
        return leg(snapshot, new Link(link.from(), relay)).min(leg(snapshot, new Link(relay, link.to())));
    }

    private static Bandwidth leg(Snapshot snapshot, Link link) {
        return snapshot.findLink(link)
                .flatMap(LinkEstimate::mostStreams)
                .map(RatePoint::best)
                .orElse(Bandwidth.ZERO);
    }
}
