package io.longhaul.planner.explain;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Why trees are as they are, or why there are none, in short sentences with numbers. Stateless. */
public final class DistributionSentences {
    private DistributionSentences() {}

    /** The reasons for a plan. */
    public static List<String> of(TransferPlan plan, List<Offer> offers) {
        var sentences = new ArrayList<String>();
        sentences.add("All " + plan.to().size() + " destinations receive at " + Show.rate(plan.rate()) + " over "
                + (plan.trees().size() == 1 ? "one tree" : plan.trees().size() + " trees") + ", for "
                + Show.money(plan.cost().total()) + " (egress "
                + Show.money(plan.cost().egress()) + ").");
        offers.forEach(offer -> sentences.add(offer.why()));
        if (!plan.relays().isEmpty()) {
            sentences.add("It pays to send on from " + plan.relays() + ", which get no copy of their own.");
        }
        sentences.add(plan.proof()
                .costBound()
                .map(bound -> "No trees that keep the request cost less than " + Show.money(bound) + "; the gap is "
                        + Show.percent(plan.proof().gap()) + ".")
                .orElse("No trees that keep the request are faster; the gap is "
                        + Show.percent(plan.proof().gap()) + "."));
        return sentences;
    }

    /** What a simple tree costs beside a plan. */
    public static String compared(String kind, TransferPlan simple, TransferPlan plan, boolean meets) {
        String name = kind.equals("star") ? "Sending every copy from " + plan.from() : "The tree of cheapest paths";
        double ratio = simple.cost().total().dollars() / plan.cost().total().dollars();
        return name + " costs " + Show.money(simple.cost().total()) + " at " + Show.rate(simple.rate())
                + String.format(Locale.ROOT, " (%.2fx)", ratio)
                + (meets ? "." : " and does not meet the request.");
    }

    /** The reasons why no trees meet a request. */
    public static List<String> infeasible(TransferRequest request, Bandwidth most) {
        if (most.isZero()) {
            return List.of("Some of " + request.to() + " cannot be reached from " + request.from()
                    + " over measured and priced links, by sites that may relay.");
        }
        var reasons = new ArrayList<String>();
        reasons.add("The most that all destinations can receive at once is " + Show.rate(most) + ".");
        request.rate().ifPresent(rate -> reasons.add("The request asks for " + Show.rate(rate) + "."));
        request.deadline().ifPresent(limit -> reasons.add("The deadline is " + Show.time(limit) + "."));
        request.budget().ifPresent(budget -> reasons.add("The budget is " + Show.money(budget) + "."));
        return reasons;
    }
}
