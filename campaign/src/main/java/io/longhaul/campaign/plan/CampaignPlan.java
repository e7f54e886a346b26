package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a campaign will be, before anything is sent. Immutable.
 *
 * @param campaign it is of
 * @param measurements of all blocks
 * @param rounds of one block, the longest
 * @param expected how long it takes, when nothing fails
 * @param unpriced pairs without a known price, which count as costing nothing
 * @param probably what they will cost, by provider, where rates are as expected
 * @param most what the measurements can cost, by provider, without what is tried again
 * @param mostWithRetries the same when everything is tried as often as it may be
 */
public record CampaignPlan(
        Campaign campaign,
        long measurements,
        int rounds,
        Duration expected,
        long unpriced,
        Map<String, Cost> probably,
        Map<String, Cost> most,
        Map<String, Cost> mostWithRetries) {
    /** {@code longhaul-campaign/1}; see {@code docs/formats/campaign.md}. */
    public static final JsonDocument<CampaignPlan> JSON = new Json();

    public CampaignPlan {
        probably = Map.copyOf(probably);
        most = Map.copyOf(most);
        mostWithRetries = Map.copyOf(mostWithRetries);
    }

    /**
     * The plan.
     *
     * @param expectation of what the loads will send
     *
     * @throws io.longhaul.core.error.InvalidInputException when a price is needed and not known
     */
    public static CampaignPlan of(Campaign campaign, Tariff tariff, Expectation expectation) {
        Duration expected = Duration.ZERO;
        int rounds = 0;
        Map<List<Boolean>, Duration> known = new HashMap<>();
        Map<String, Cost> most = new TreeMap<>();
        Map<String, Cost> probably = new TreeMap<>();
        for (int i = 0; i < campaign.blocks(); i++) {
            int number = i;
            List<Boolean> kind = new ArrayList<>(List.of(i == 0));
            campaign.probes().forEach(probe -> kind.add(probe.isDue(number)));
            // blocks of the same probes have the same rounds, in another order
            Duration block = known.get(kind);
            if (block == null) {
                List<Schedule.Round> all = Schedule.block(campaign, i);
                rounds = Math.max(rounds, all.size());
                Optional<Sparse> sparse = campaign.sparse();
                if (sparse.isPresent()) {
                    // batches are as wide as they come: about as long as one agent with all of its loads
                    long kept = sparse.get().perAgent() * 2L;
                    all = Stream.concat(
                                    all.stream().filter(round -> !round.probe().isLoad()),
                                    all.stream()
                                            .filter(round -> round.probe().isLoad())
                                            .limit(kept))
                            .toList();
                }
                block = all.stream()
                        .map(round -> round.expected(campaign.rest()))
                        .reduce(Duration.ZERO, Duration::plus);
                known.put(kind, block);
            }
            boolean waits = i < campaign.blocks() - 1 && block.compareTo(campaign.interval()) < 0;
            expected = expected.plus(waits ? campaign.interval() : block);
        }
        campaign.gate()
                .ifPresent(gate -> campaign.pairs(gate.probe()).forEach(pair -> {
                    DataSize echoes = Task.Latency.ECHOES.most();
                    add(most, tariff.most(pair, gate.take()), 1);
                    add(probably, tariff.most(pair, expectation.load(pair, gate.take()), echoes.plus(echoes)), 1);
                    // a burst ends as soon as it has decided, which takes a second or two
                    DataSize burst = expectation.load(pair, gate.briefCheck());
                    add(probably, tariff.most(pair, burst, echoes), campaign.blocks() - 1);
                    add(most, tariff.most(pair, gate.checkVolume(), echoes), campaign.blocks() - 1);
                }));
        for (Probe probe : campaign.probes()) {
            int times = (campaign.blocks() + probe.every() - 1) / probe.every();
            Task task = probe.task();
            DataSize echoes = task.most().minus(task.load());
            long tested = campaign.sparse().isPresent() && probe.isLoad()
                    ? Math.min(
                            campaign.pairs().size(),
                            (long) campaign.sparse().get().perAgent()
                                    * campaign.agents().size())
                    : 0;
            Map<String, Cost> own = new TreeMap<>();
            campaign.pairs(probe)
                    .forEach(pair -> add(own, tariff.most(pair, expectation.load(pair, task), echoes), times));
            // nobody knows which pairs a sparse campaign takes: as many of the average
            own.forEach((provider, cost) -> probably.merge(
                    provider,
                    tested == 0 ? cost : cost.share(tested, campaign.pairs().size()),
                    Cost::plus));
            if (probe.isLoad() && campaign.sparse().isPresent()) {
                dearest(campaign, probe, tariff).forEach(costs -> add(most, costs, 1));
            } else {
                campaign.pairs(probe).forEach(pair -> add(most, tariff.most(pair, probe.task()), times));
            }
        }
        Map<String, Cost> retried = new TreeMap<>(most);
        retried.replaceAll((provider, cost) -> cost.times(1 + campaign.retries()));
        long unpriced = campaign.pairs().stream()
                .filter(pair -> !tariff.isPriced(pair.link()))
                .count();
        return new CampaignPlan(campaign, campaign.measurements(), rounds, expected, unpriced, probably, most, retried);
    }

    /** A sparse campaign chooses as it goes: it may choose the dearest. */
    private static List<Map<String, Cost>> dearest(Campaign campaign, Probe probe, Tariff tariff) {
        int loads =
                campaign.sparse().orElseThrow().perAgent() * campaign.agents().size();
        return campaign.pairs().stream()
                .map(pair -> tariff.most(pair, probe.task()))
                .sorted(Comparator.comparing(
                                (Map<String, Cost> costs) -> sum(costs).money())
                        .reversed())
                .limit(loads)
                .toList();
    }

    private static void add(Map<String, Cost> sum, Map<String, Cost> costs, int times) {
        costs.forEach((provider, cost) -> sum.merge(provider, cost.times(times), Cost::plus));
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
            super("longhaul-campaign/1");
        }

        @Override
        protected void encode(FieldWriter out, CampaignPlan plan) {
            Cost cost = sum(plan.probably);
            out.text("name", plan.campaign.name())
                    .integer("agents", plan.campaign.agents().size())
                    .integer("pairs", plan.campaign.pairs().size())
                    .integer("blocks", plan.campaign.blocks())
                    .integer("measurements", plan.measurements)
                    .bytes("bytes", cost.volume())
                    .usd("cost_usd", cost.money())
                    .seconds("duration_s", plan.expected)
                    .integer("done", 0)
                    .integer("failed", 0)
                    .integer("skipped", 0)
                    .object("budget", plan.campaign.budget(), (fields, budget) -> budget.write(fields))
                    .integer("rounds_a_block", plan.rounds)
                    .integer("pairs_without_price", plan.unpriced);
            costs(out, "probably", plan.probably);
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
