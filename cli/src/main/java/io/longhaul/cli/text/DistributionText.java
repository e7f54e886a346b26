package io.longhaul.cli.text;

import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.DistributionTree;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The answer for several destinations as text: the trees, what they cost, and what they were compared with. */
public final class DistributionText {
    private DistributionText() {}

    public static String of(DistributionOutcome outcome, boolean explain) {
        var lines = new ArrayList<String>();
        switch (outcome.ending()) {
            case FOUND -> {}
            case INFEASIBLE -> lines.add("No plan meets the request.");
            case GAVE_UP -> lines.add("The search ended before the proof.");
        }
        outcome.reasons().forEach(reason -> lines.add("  - " + reason));
        outcome.plan().ifPresent(plan -> plan(plan, explain, lines));
        return String.join(System.lineSeparator(), lines);
    }

    private static void plan(DistributionPlan plan, boolean explain, List<String> lines) {
        lines.add(Show.size(plan.size()) + " from " + plan.from() + " to "
                + plan.to().size() + " destinations: " + plan.verdict().id());
        lines.add("  rate   " + Show.rate(plan.rate()) + " to each");
        lines.add("  time   " + PlanText.time(plan));
        lines.add("  cost   " + Show.money(plan.cost().total()) + " (egress "
                + Show.money(plan.cost().egress()) + ", VMs "
                + Show.money(plan.cost().vm()) + ")");
        PlanText.odds(plan).ifPresent(lines::add);
        for (DistributionTree tree : plan.trees()) {
            lines.add(String.format(Locale.ROOT, "  tree   %s (%.0f %%)", Show.rate(tree.rate()), 100 * tree.share()));
            branches(vms -> vms.site().equals(plan.from()), tree, 1, lines);
        }
        lines.add("  VMs    " + plan.vmsText());
        lines.add("");
        lines.add(offers(plan.offers()));
        if (explain) {
            lines.add("");
            lines.add("Why");
            plan.explanation().forEach(sentence -> lines.add("  " + sentence));
        }
    }

    private static void branches(Predicate<VmGroup> at, DistributionTree tree, int depth, List<String> lines) {
        for (Leg leg : tree.legs()) {
            if (at.test(leg.from())) {
                Link link = leg.link();
                lines.add("         " + "  ".repeat(depth - 1) + (depth == 1 ? leg.from() + " -> " : "-> ") + leg.to()
                        + (link.linkClass().isEmpty() ? "" : " by " + link.linkClass()));
                branches(leg.to()::equals, tree, depth + 1, lines);
            }
        }
    }

    private static String offers(List<DistributionOffer> offers) {
        return Table.of(offers)
                .left("offer", DistributionOffer::kind)
                .right("links", offer -> String.valueOf(offer.tree().links().size()))
                .right("rate", offer -> Show.rate(offer.rate()))
                .right("time", offer -> Show.time(offer.time()))
                .right("cost", offer -> Show.money(offer.cost().total()))
                .left("meets", offer -> offer.meetsRequest() ? "yes" : "no")
                .render();
    }
}
