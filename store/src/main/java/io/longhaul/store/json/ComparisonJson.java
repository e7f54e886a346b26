package io.longhaul.store.json;

import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.LinkChange;
import io.longhaul.core.compare.PlanReview;
import io.longhaul.core.compare.VerdictChange;
import io.longhaul.core.topology.SiteId;
import java.util.List;
import java.util.Optional;

/**
 * What changed between two snapshots, {@code longhaul-comparison/1}; see {@code docs/formats/comparison.md}. Stateless, safe
 * for any thread.
 */
public final class ComparisonJson extends JsonDocument<ComparisonAnswer> {
    private static final double CLOSE = 0.1;

    public ComparisonJson() {
        super("longhaul-comparison/1");
    }

    @Override
    protected void encode(FieldWriter out, ComparisonAnswer answer) {
        Comparison comparison = answer.comparison();
        out.instant("before", comparison.before())
                .instant("after", comparison.after())
                .object("summary", answer, ComparisonJson::summary)
                .objects(
                        "groups",
                        List.copyOf(comparison.byProviders().entrySet()),
                        (fields, group) -> fields.text("direction", group.getKey())
                                .integer("links", group.getValue().size())
                                .integer(
                                        "changed",
                                        group.getValue().stream()
                                                .filter(LinkChange::changed)
                                                .count())
                                .decimal("share_within_10_percent", Comparison.shareWithin(group.getValue(), CLOSE)))
                .objects("links", comparison.links(), ComparisonJson::link)
                .objects("only_before", comparison.onlyBefore(), Quantities::link)
                .objects("only_after", comparison.onlyAfter(), Quantities::link)
                .objects("verdicts", answer.verdicts(), ComparisonJson::verdict)
                .objects("plans", answer.plans(), ComparisonJson::plan);
    }

    private static void summary(FieldWriter out, ComparisonAnswer answer) {
        Comparison comparison = answer.comparison();
        out.integer("links", comparison.links().size())
                .integer("changed", comparison.changed().size())
                .integer(
                        "limit_changed",
                        comparison.links().stream()
                                .filter(LinkChange::limitChanged)
                                .count())
                .decimal("median_ratio", comparison.medianRatio())
                .decimal("share_within_10_percent", comparison.shareWithin(CLOSE))
                .integer("verdicts_judged", answer.verdictsJudged())
                .integer("verdicts_broken", answer.verdicts().size())
                .integer("plans_judged", answer.plans().size())
                .integer(
                        "plans_broken",
                        answer.plans().stream().filter(plan -> !plan.holds()).count());
    }

    private static void link(FieldWriter out, LinkChange change) {
        Quantities.link(out, change.link());
        out.integer("streams", change.streams())
                .bps("before_bps", change.before())
                .bps("after_bps", change.after())
                .decimal("ratio", change.ratio())
                .objectOrNull(
                        "ratio_ci",
                        change.interval(),
                        (fields, ci) -> fields.decimal("low", ci.low())
                                .decimal("high", ci.high())
                                .decimal("level", ci.level()))
                .decimal("p", change.p())
                .flag("changed", change.changed())
                .text("basis", change.basis())
                .text("limit_before", change.limitBefore().id())
                .text("limit_after", change.limitAfter().id())
                .decimal("rtt_ratio", change.rttRatio())
                .instant("as_of_before", change.asOfBefore())
                .instant("as_of_after", change.asOfAfter());
    }

    private static void verdict(FieldWriter out, VerdictChange change) {
        Quantities.link(out, change.link());
        out.text("before", change.before().id())
                .text("after", change.after().id())
                .text("relay", change.relay().map(SiteId::toString))
                .decimal("gain_before", change.gainBefore())
                .decimal("gain_after", change.gainAfter());
    }

    private static void plan(FieldWriter out, PlanReview review) {
        out.text("file", review.name())
                .text("from", review.plan().from().toString())
                .text(
                        "to",
                        Optional.of(review.plan().to())
                                .filter(to -> to.size() == 1)
                                .map(to -> to.get(0).toString()))
                .texts("destinations", review.plan().to())
                .flag("holds", review.holds())
                .decimal("share_of_rate", review.share())
                .seconds("planned_s", review.plan().time().transfer())
                .seconds("now_s", review.timeNow())
                .texts("reasons", review.reasons());
    }
}
