package io.longhaul.cli.text;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Recommendations as text: a line for each link, the groups, the relays worth having and the summary. */
public final class RecommendText {
    private static final int MOST_RELAYS = 10;

    private RecommendText() {}

    /**
     * The whole text.
     *
     * @param answers what to do about every link
     * @param mostLinks links shown one by one; the rest is counted
     */
    public static String of(Recommendations answers, int mostLinks) {
        var text = new StringBuilder();
        List<Recommendation> links = answers.links();
        if (mostLinks > 0) {
            line(text, links(links.subList(0, Math.min(mostLinks, links.size()))));
            if (links.size() > mostLinks) {
                line(
                        text,
                        "... and " + (links.size() - mostLinks) + " more links; --links N shows N, --format json all.");
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

    private static String links(List<Recommendation> links) {
        return Table.of(links)
                .left("from", answer -> answer.link().from().toString())
                .left("to", answer -> answer.link().to().toString())
                .left("verdict", answer -> answer.verdict().id())
                .right("now", answer -> Show.rate(answer.direct()))
                .right(
                        "best relay",
                        answer -> answer.relayRate().map(Show::rate).orElse("-"))
                .right(
                        "gain",
                        answer ->
                                answer.gain().isPresent() ? ratio(answer.gain().getAsDouble()) : "-")
                .right(
                        "price",
                        answer -> answer.priceRatio().isPresent()
                                ? ratio(answer.priceRatio().getAsDouble())
                                : "-")
                .left("why", Recommendation::why)
                .render();
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2fx", value);
    }

    private static String groups(List<Recommendations.Group> groups) {
        var table = Table.of(groups)
                .left("direction", group -> group.from() + " to " + group.to())
                .right("links", group -> String.valueOf(group.summary().links()))
                .right(
                        "relay gains 1.5x",
                        group -> String.format(
                                Locale.ROOT, "%.1f %%", 100 * group.summary().relayShare()))
                .right(
                        "median gain",
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
