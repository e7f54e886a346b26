package io.longhaul.cli.text;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Recommendations as text: a row for each group of like links, the exceptions, the relays worth having and the summary. */
public final class RecommendText {
    private static final int MOST_RELAYS = 10;

    private RecommendText() {}

    /**
     * The whole text.
     *
     * @param answers what to do about every link
     * @param mostLinks links shown one by one: all when they are no more, else those that are not as most of their direction
     */
    public static String of(Recommendations answers, int mostLinks) {
        var text = new StringBuilder();
        List<Recommendation> links = answers.links();
        if (mostLinks > 0) {
            List<LikeLinks<Recommendation>> like = LikeLinks.of(
                    links, Recommendation::link, answer -> answer.verdict().id());
            List<Recommendation> shown = links;
            if (links.size() > mostLinks) {
                shown = LikeLinks.exceptions(like);
                line(text, like(like));
                line(text, "");
                line(text, "Exceptions: not as most links of their direction");
            }
            line(text, links(shown.subList(0, Math.min(mostLinks, shown.size()))));
            if (shown.size() > mostLinks) {
                line(
                        text,
                        "... and " + (shown.size() - mostLinks)
                                + " more exceptions; --links N shows N, --format json all links.");
            }
            line(text, "");
        }
        if (answers.groups().size() > 1) {
            line(text, groups(answers.groups()));
            line(text, "");
        }
        if (!answers.relays().isEmpty()) {
            line(text, "Relays worth having");
            line(text, relays(answers.relays()));
            line(text, "");
        }
        text.append(summary(answers));
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static String like(List<LikeLinks<Recommendation>> groups) {
        return Table.of(groups)
                .left("direction", LikeLinks::direction)
                .left("verdict", LikeLinks::kind)
                .right("links", group -> String.valueOf(group.members().size()))
                .right(
                        "median direct",
                        group -> group.median(answer -> LikeLinks.number(answer.direct()), LikeLinks::rate))
                .right(
                        "over a relay",
                        group -> group.median(answer -> LikeLinks.number(answer.relayRate()), LikeLinks::rate))
                .right("gain", group -> group.median(answer -> answer.gain().orElse(Double.NaN), RecommendText::ratio))
                .right(
                        "price",
                        group -> group.median(answer -> answer.priceRatio().orElse(Double.NaN), RecommendText::ratio))
                .render();
    }

    private static String links(List<Recommendation> links) {
        return Table.of(links)
                .left("from", answer -> answer.link().from().toString())
                .left("to", answer -> answer.link().to().toString())
                .left("verdict", answer -> answer.verdict().id())
                .right("direct", answer -> answer.direct().map(Show::rate).orElse("-"))
                .right(
                        "gain",
                        answer ->
                                answer.gain().isPresent() ? ratio(answer.gain().getAsDouble()) : "-")
                .render(answer -> Stream.concat(Stream.of(answer.why()), answer.commands().stream())
                        .toList());
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2fx", value);
    }

    private static String groups(List<Recommendations.Group> groups) {
        var table = Table.of(groups)
                .left("direction", group -> group.from() + " to " + group.to())
                .right("links", group -> String.valueOf(group.summary().links()))
                .right(
                        "gain 1.5x",
                        group -> String.format(
                                Locale.ROOT, "%.1f %%", 100 * group.summary().relayShare()))
                .right(
                        "median",
                        group -> group.summary().medianGain().isPresent()
                                ? ratio(group.summary().medianGain().getAsDouble())
                                : "-");
        for (Verdict verdict : Verdict.values()) {
            table.right(
                    verdict.id(),
                    group -> String.valueOf(group.summary().verdicts().get(verdict)));
        }
        return table.render();
    }

    private static String relays(List<Recommendations.RelayWorth> relays) {
        return Table.of(relays.subList(0, Math.min(MOST_RELAYS, relays.size())))
                .left("site", relay -> relay.site().toString())
                .right("links it serves", relay -> String.valueOf(relay.links()))
                .right("not served by those above", relay -> String.valueOf(relay.covered()))
                .render();
    }

    private static String summary(Recommendations answers) {
        Recommendations.Summary summary = answers.summary();
        var text = new StringBuilder();
        line(
                text,
                String.format(
                        Locale.ROOT,
                        "By %s rates, %d of %d links (%.1f %%) would gain 1.5x or more from one relay.",
                        answers.rates().id(),
                        summary.relayGainAtLeast1_5(),
                        summary.links(),
                        100 * summary.relayShare()));
        var verdicts = new StringBuilder("Verdicts:");
        String separator = " ";
        for (Map.Entry<Verdict, Integer> verdict : summary.verdicts().entrySet()) {
            verdicts.append(separator).append(verdict.getKey().id()).append(' ').append(verdict.getValue());
            separator = ", ";
        }
        return text.append(verdicts).append('.').toString();
    }
}
