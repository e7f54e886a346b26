package io.longhaul.cli.text;

import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.LinkChange;
import io.longhaul.core.compare.PlanReview;
import io.longhaul.core.compare.VerdictChange;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.ComparisonAnswer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A comparison as text: what changed most first, then the verdicts and plans that no longer hold, then a summary. */
public final class CompareText {
    private static final String UNKNOWN = "-";
    private static final double CLOSE = 0.1;

    private CompareText() {}

    /**
     * The whole text.
     *
     * @param most changed links, and broken verdicts, shown one by one; the rest is counted
     */
    public static String of(ComparisonAnswer answer, int most) {
        Comparison comparison = answer.comparison();
        var text = new StringBuilder();
        List<LinkChange> changed = comparison.changed().stream()
                .sorted(Comparator.comparingDouble(change -> -Math.abs(Math.log(change.ratio()))))
                .toList();
        if (comparison.byProviders().size() > 1) {
            line(text, groups(comparison));
            line(text, "");
        }
        if (!changed.isEmpty() && most > 0) {
            line(text, "Links that changed, most first");
            line(text, links(changed.subList(0, Math.min(most, changed.size()))));
            more(text, changed.size() - most, "changed links");
            line(text, "");
        }
        if (!answer.verdicts().isEmpty() && most > 0) {
            line(text, "Verdicts of the older snapshot that no longer hold");
            line(
                    text,
                    verdicts(answer.verdicts()
                            .subList(0, Math.min(most, answer.verdicts().size()))));
            more(text, answer.verdicts().size() - most, "verdicts");
            line(text, "");
        }
        for (PlanReview plan : answer.plans()) {
            text.append(Prose.wrapped("", plan(plan)));
        }
        summary(answer).forEach(sentence -> text.append(Prose.wrapped("", sentence)));
        return text.toString().stripTrailing();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static void more(StringBuilder text, int hidden, String what) {
        if (hidden > 0) {
            line(text, "... and " + hidden + " more " + what + "; --format json lists all.");
        }
    }

    private static String links(List<LinkChange> changes) {
        return Table.of(changes)
                .left("from", change -> change.link().from().toString())
                .left("to", change -> change.link().to().toString())
                .right("streams", change -> String.valueOf(change.streams()))
                .right("before", change -> Show.rate(change.before()))
                .right("after", change -> Show.rate(change.after()))
                .right("change", change -> signed(change.ratio()))
                .left(
                        "95 %",
                        change -> change.interval()
                                .map(ci -> signed(ci.low()) + " to " + signed(ci.high()))
                                .orElse(UNKNOWN))
                .right("p", change -> p(change.p()))
                .render(change -> change.limitChanged()
                        ? List.of(change.limitBefore().id() + " bound then, "
                                + change.limitAfter().id() + " binds now")
                        : List.of());
    }

    private static String groups(Comparison comparison) {
        return Table.of(comparison.byProviders().entrySet())
                .left("direction", Map.Entry::getKey)
                .right("links", group -> String.valueOf(group.getValue().size()))
                .right(
                        "changed",
                        group -> String.valueOf(group.getValue().stream()
                                .filter(LinkChange::changed)
                                .count()))
                .right("within 10 %", group -> Show.percent(Comparison.shareWithin(group.getValue(), CLOSE)))
                .right(
                        "median change",
                        group -> signed(group.getValue().stream()
                                .mapToDouble(LinkChange::ratio)
                                .sorted()
                                .skip(group.getValue().size() / 2)
                                .findFirst()
                                .orElse(1)))
                .render();
    }

    private static String verdicts(List<VerdictChange> changes) {
        return Table.of(changes)
                .left("from", change -> change.link().from().toString())
                .left("to", change -> change.link().to().toString())
                .left("then", change -> change.before().id())
                .left("now", change -> change.after().id())
                .render(change -> change.relay().stream()
                        .map(relay -> "over " + relay + " a gain of " + gain(change.gainBefore()) + " then, "
                                + gain(change.gainAfter()) + " now")
                        .toList());
    }

    private static String plan(PlanReview review) {
        String head = review.name() + ", " + review.plan().from() + " to "
                + review.plan().to().stream().map(SiteId::toString).collect(Collectors.joining(" and ")) + ": ";
        if (review.holds()) {
            return head + "holds.";
        }
        String now = review.timeNow()
                .map(time -> "carries " + Show.percent(review.share()) + " of its rate, " + Show.time(time)
                        + " instead of " + Show.time(review.plan().time().transfer()))
                .orElse("cannot be carried out");
        return head + "no longer holds: it " + now + ". " + String.join(" ", review.reasons());
    }

    private static List<String> summary(ComparisonAnswer answer) {
        Comparison comparison = answer.comparison();
        long broken = answer.plans().stream().filter(plan -> !plan.holds()).count();
        return List.of(
                comparison.changed().size() + " of " + comparison.links().size() + " links changed from "
                        + comparison.before() + " to " + comparison.after() + ".",
                Show.percent(comparison.shareWithin(CLOSE)) + " lie within 10 % of what they were"
                        + (comparison.medianRatio().isPresent()
                                ? ", median " + signed(comparison.medianRatio().getAsDouble())
                                : "")
                        + ". " + comparison.onlyBefore().size() + " links were measured only then, "
                        + comparison.onlyAfter().size() + " only now.",
                answer.verdicts().size() + " of " + answer.verdictsJudged() + " verdicts"
                        + (answer.plans().isEmpty()
                                ? ""
                                : " and " + broken + " of " + answer.plans().size() + " plans")
                        + " no longer hold.");
    }

    private static String signed(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
    }

    private static String gain(OptionalDouble gain) {
        return gain.isPresent() ? String.format(Locale.ROOT, "%.2fx", gain.getAsDouble()) : UNKNOWN;
    }

    private static String p(OptionalDouble p) {
        if (p.isEmpty()) {
            return UNKNOWN;
        }
        return p.getAsDouble() < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p.getAsDouble());
    }
}
