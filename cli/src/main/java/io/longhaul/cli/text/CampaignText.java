package io.longhaul.cli.text;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.CampaignPlan;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.plan.Schedule;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a campaign will be, as text. */
public final class CampaignText {
    private CampaignText() {}

    /**
     * The plan.
     *
     * @param rounds of the first block, to be shown one by one; may be empty
     */
    public static String of(CampaignPlan plan, List<Schedule.Round> rounds) {
        Campaign campaign = plan.campaign();
        List<String> lines = new ArrayList<>();
        lines.add("Campaign " + campaign.name() + ": " + campaign.agents().size() + " agents, "
                + campaign.pairs().size() + " pairs, " + campaign.probes().size() + " probes of each, "
                + campaign.blocks() + (campaign.blocks() == 1 ? " block." : " blocks."));
        lines.add(plan.measurements() + " measurements in " + plan.rounds() + " rounds a block, about "
                + Show.time(plan.expected()) + " when nothing fails.");
        campaign.precision()
                .ifPresent(rule -> lines.add("Fewer, where the median is known to " + Show.percent(rule.tolerance())
                        + " before; at least " + rule.least() + " of each."));
        lines.add("");
        lines.add("Probably, and at most, when every load comes to its limit:");
        List<Row> rows = new ArrayList<>();
        new TreeMap<>(plan.most())
                .forEach((provider, most) ->
                        rows.add(new Row(provider, plan.probably().getOrDefault(provider, Cost.ZERO), most)));
        Cost probably = CampaignPlan.sum(plan.probably());
        rows.add(new Row("together", probably, CampaignPlan.sum(plan.most())));
        rows.add(new Row("with retries", probably, CampaignPlan.sum(plan.mostWithRetries())));
        lines.add(Table.of(rows)
                .left("provider", Row::name)
                .right("payload", row -> Show.size(row.probably().volume()))
                .right("egress", row -> Show.money(row.probably().money()))
                .right("payload at most", row -> Show.size(row.most().volume()))
                .right("egress at most", row -> Show.money(row.most().money()))
                .render());
        if (plan.unpriced() > 0) {
            lines.add(plan.unpriced()
                    + " pairs have no known price and count as costing nothing; give one with --prices.");
        }
        lines.add("");
        lines.add(budget(plan));
        if (!rounds.isEmpty()) {
            lines.add("");
            lines.add("Rounds of the first block:");
            for (int i = 0; i < rounds.size(); i++) {
                Schedule.Round round = rounds.get(i);
                lines.add(String.format("%4d  %s: ", i + 1, round.probe().name())
                        + round.pairs().stream().map(Object::toString).collect(Collectors.joining(", ")));
            }
        }
        return String.join(System.lineSeparator(), lines);
    }

    private record Row(String name, Cost probably, Cost most) {}

    private static String budget(CampaignPlan plan) {
        var budget = plan.campaign().budget();
        List<String> limits = new ArrayList<>();
        budget.whole().money().ifPresent(money -> limits.add(Show.money(money)));
        budget.whole().volume().ifPresent(volume -> limits.add(Show.size(volume)));
        budget.time().ifPresent(time -> limits.add(Durations.format(time)));
        if (limits.isEmpty() && budget.providers().isEmpty()) {
            return "There is no budget: nothing but the limits of its loads ends it early.";
        }
        String words = limits.isEmpty() ? "by provider" : String.join(", ", limits);
        boolean late =
                budget.time().map(time -> plan.expected().compareTo(time) > 0).orElse(false);
        if (!plan.fits(plan.most()) || late) {
            return "The budget (" + words + ") may end it before all is measured.";
        }
        return plan.fits(plan.mostWithRetries())
                ? "All of it is within the budget (" + words + "), retries included."
                : "All of it is within the budget (" + words + "), but for retries that may be left out.";
    }
}
