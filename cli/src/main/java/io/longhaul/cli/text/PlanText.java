package io.longhaul.cli.text;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Route;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The answer to a transfer request as text: what to do, what it costs, what it was compared with, and why. */
public final class PlanText {
    private PlanText() {}

    public static String of(PlanOutcome outcome, boolean explain) {
        return outcome.fold(
                found -> plan(found.best(), explain),
                no -> "No plan meets the request."
                        + bullets(no.reasons())
                        + no.nearestPlan()
                                .map(nearest -> System.lineSeparator() + "The nearest that can be met:"
                                        + System.lineSeparator() + plan(nearest, explain))
                                .orElse(""),
                late -> "The time limit came before the proof."
                        + bullets(late.reasons())
                        + late.best()
                                .map(best -> System.lineSeparator() + "The best so far:" + System.lineSeparator()
                                        + plan(best, explain))
                                .orElse(""));
    }

    private static String plan(TransferPlan plan, boolean explain) {
        var text = new StringBuilder();
        line(
                text,
                Show.size(plan.size()) + " from " + plan.from() + " to " + plan.to() + ": "
                        + plan.verdict().id());
        line(text, "  rate   " + Show.rate(plan.rate()));
        line(
                text,
                "  time   " + Show.time(plan.time().expected())
                        + plan.time()
                                .p95()
                                .map(p95 -> ", 95 % within " + Show.time(p95))
                                .orElse(""));
        line(
                text,
                "  cost   " + Show.money(plan.cost().total()) + " (egress "
                        + Show.money(plan.cost().egress()) + ", VMs "
                        + Show.money(plan.cost().vm()) + ")");
        plan.deadlineOdds()
                .ifPresent(odds -> line(
                        text,
                        String.format(
                                Locale.ROOT,
                                "  odds   %.1f %% to meet the deadline (%.1f to %.1f %%)",
                                100 * odds.probability(),
                                100 * odds.low(),
                                100 * odds.high())));
        for (Route route : plan.routes()) {
            line(text, "  route  " + route(route));
        }
        line(text, "  VMs    " + plan.vmsText());
        if (!plan.offers().isEmpty()) {
            line(text, "");
            line(text, offers(plan.offers()));
        }
        if (explain && !plan.explanation().isEmpty()) {
            line(text, "");
            line(text, "Why");
            plan.explanation().forEach(sentence -> line(text, "  " + sentence));
        }
        return text.toString().stripTrailing();
    }

    private static String route(Route route) {
        return route.sites().stream().map(site -> route.vmsAt(site).toString()).collect(Collectors.joining(" -> "))
                + "  "
                + Show.rate(route.rate()) + String.format(Locale.ROOT, " (%.0f %%)", 100 * route.share())
                + "  streams "
                + route.streamsByHop().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String offers(List<Offer> offers) {
        return Table.of(offers)
                .left(
                        "offer",
                        offer -> offer.kind().id()
                                + offer.via().map(site -> " via " + site).orElse(""))
                .right("streams", offer -> String.valueOf(offer.streams()))
                .right("VMs", offer -> String.valueOf(offer.vms()))
                .right("rate", offer -> Show.rate(offer.rate()))
                .right("time", offer -> Show.time(offer.time()))
                .right("cost", offer -> Show.money(offer.cost().total()))
                .left("meets", offer -> offer.meetsRequest() ? "yes" : "no")
                .left("why", Offer::why)
                .render();
    }

    private static String bullets(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> System.lineSeparator() + "  - " + sentence)
                .collect(Collectors.joining());
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
