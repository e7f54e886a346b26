package io.longhaul.store.json;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.topology.SiteId;

/**
 * A verdict for every link, {@code longhaul-recommendations/1}; see {@code docs/formats/recommendations.md}. Stateless,
 * safe for any thread.
 */
public final class RecommendationsJson extends JsonDocument<Recommendations> {
    public RecommendationsJson() {
        super("longhaul-recommendations/1");
    }

    @Override
    protected void encode(FieldWriter out, Recommendations answer) {
        out.text("rates", answer.rates().id())
                .objects("links", answer.links(), RecommendationsJson::link)
                .object("summary", answer.summary(), RecommendationsJson::summary)
                .objects(
                        "groups",
                        answer.groups(),
                        (fields, group) -> fields.text("from", group.from())
                                .text("to", group.to())
                                .object("summary", group.summary(), RecommendationsJson::summary))
                .objects(
                        "relays",
                        answer.relays(),
                        (fields, relay) -> fields.text("site", relay.site().toString())
                                .integer("links", relay.links())
                                .integer("covered", relay.covered()));
    }

    private static void link(FieldWriter out, Recommendation answer) {
        Quantities.link(out, answer.link());
        out.text("verdict", answer.verdict().id())
                .bps("direct_bps", answer.direct())
                .text("best_relay", answer.bestRelay().map(SiteId::toString))
                .bps("relay_bps", answer.relayRate())
                .decimal("gain", answer.gain())
                .decimal("price_ratio", answer.priceRatio())
                .bps("streams_bps", answer.streamsRate())
                .bps("second_vm_bps", answer.secondVm())
                .integer("vms", answer.vms())
                .text("why", answer.why())
                .texts("do", answer.commands());
    }

    private static void summary(FieldWriter out, Recommendations.Summary summary) {
        out.integer("links", summary.links())
                .integer("relay_gain_at_least_1_5", summary.relayGainAtLeast1_5())
                .decimal("median_gain", summary.medianGain())
                .object(
                        "verdicts",
                        summary.verdicts(),
                        (fields, verdicts) ->
                                verdicts.forEach((verdict, links) -> fields.integer(verdict.id(), links)));
    }
}
