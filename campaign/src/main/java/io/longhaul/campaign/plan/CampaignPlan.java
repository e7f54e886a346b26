package io.longhaul.campaign.plan;

import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a campaign will be, before anything is sent. Immutable.
 *
 * @param campaign it is of
 * @param measurements of all blocks
 * @param rounds of one block
 * @param expected how long it takes, when nothing fails
 * @param unpriced pairs without a known price, which count as costing nothing
 * @param most what the measurements can cost, by provider, without what is tried again
 * @param mostWithRetries the same when everything is tried as often as it may be
 */
public record CampaignPlan(
        Campaign campaign,
        long measurements,
        int rounds,
        Duration expected,
        long unpriced,
        Map<String, Cost> most,
        Map<String, Cost> mostWithRetries) {
    /** {@code longhaul-campaign-plan/1}; see {@code docs/formats/campaign.md}. */
    public static final JsonDocument<CampaignPlan> JSON = new Json();

    public CampaignPlan {
        most = Map.copyOf(most);
        mostWithRetries = Map.copyOf(mostWithRetries);
    }

    /**
     * The plan.
     *
     * @throws io.longhaul.core.error.InvalidInputException when a price is needed and not known
     */
    public static CampaignPlan of(Campaign campaign, Tariff tariff) {
        Duration expected = Duration.ZERO;
        Duration block = Duration.ZERO;
        int rounds = 0;
        for (int i = 0; i < campaign.blocks(); i++) {
            if (i == 0) {
                // every block has the same rounds, in another order
                for (Schedule.Round round : Schedule.block(campaign, i)) {
                    block = block.plus(round.expected(campaign.rest()));
                    rounds++;
                }
            }
            boolean last = i == campaign.blocks() - 1;
            boolean waits = !last && block.compareTo(campaign.interval()) < 0;
            expected = expected.plus(waits ? campaign.interval() : block);
        }
        Map<String, Cost> most = new TreeMap<>();
        for (Probe probe : campaign.probes()) {
            for (Pair pair : campaign.pairs()) {
                tariff.most(pair, probe).forEach((provider, cost) -> most.merge(provider, cost, Cost::plus));
            }
        }
        most.replaceAll((provider, cost) -> cost.times(campaign.blocks()));
        Map<String, Cost> retried = new TreeMap<>(most);
        retried.replaceAll((provider, cost) -> cost.times(1 + campaign.retries()));
        long unpriced = campaign.pairs().stream()
                .filter(pair -> !tariff.isPriced(pair.link()))
                .count();
        long measurements = (long) campaign.blocks()
                * campaign.probes().size()
                * campaign.pairs().size();
        return new CampaignPlan(campaign, measurements, rounds, expected, unpriced, most, retried);
    }

    /** All providers together. */
    public static Cost sum(Map<String, Cost> costs) {
        return costs.values().stream().reduce(Cost.ZERO, Cost::plus);
    }

    /** Whether so much can be had within the budget. */
    public boolean fits(Map<String, Cost> costs) {
        Budget budget = campaign.budget();
        return budget.whole().allows(sum(costs))
                && budget.providers().entrySet().stream()
                        .allMatch(limit -> limit.getValue().allows(costs.getOrDefault(limit.getKey(), Cost.ZERO)));
    }

    private static final class Json extends JsonDocument<CampaignPlan> {
        Json() {
            super("longhaul-campaign-plan/1");
        }

        @Override
        protected void encode(FieldWriter out, CampaignPlan plan) {
            out.text("name", plan.campaign.name())
                    .integer("agents", plan.campaign.agents().size())
                    .integer("pairs", plan.campaign.pairs().size())
                    .integer("blocks", plan.campaign.blocks())
                    .integer("measurements", plan.measurements)
                    .integer("rounds_a_block", plan.rounds)
                    .seconds("expected_s", plan.expected)
                    .integer("pairs_without_price", plan.unpriced);
            costs(out, "at_most", plan.most);
            costs(out, "at_most_with_retries", plan.mostWithRetries);
            out.flag("within_budget", plan.fits(plan.most))
                    .flag("within_budget_with_retries", plan.fits(plan.mostWithRetries));
        }

        private static void costs(FieldWriter out, String name, Map<String, Cost> costs) {
            Cost sum = sum(costs);
            out.object(name, costs, (fields, each) -> {
                fields.bytes("volume_bytes", sum.volume()).usd("usd", sum.money());
                fields.objects(
                        "providers",
                        new TreeMap<>(each).entrySet(),
                        (one, cost) -> one.text("provider", cost.getKey())
                                .bytes("volume_bytes", cost.getValue().volume())
                                .usd("usd", cost.getValue().money()));
            });
        }
    }
}
