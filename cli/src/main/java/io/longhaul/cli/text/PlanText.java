package io.longhaul.cli.text;

import io.longhaul.core.compare.PlanEvidence;
import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.SurvivingPlan;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.PlanAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The answer to a transfer request as text: what to do, what it costs, what it was compared with, and why. */
public final class PlanText {
    private PlanText() {}

    /**
     * The answer.
     *
     * @param explain whether to say why
     * @param now against which the age of measurements is told
     */
    public static String of(PlanAnswer answer, boolean explain, Instant now) {
        PlanOutcome outcome = answer.outcome();
        return outcome.fold(
                found -> plan(found.best(), explain)
                        + answer.surviving().map(PlanText::surviving).orElse("")
                        + answer.evidence()
                                .map(evidence -> evidence(evidence, answer.request(), now))
                                .orElse(""),
                no -> "No plan meets the request."
                        + bullets(no.reasons())
                        + no.nearestPlan()
                                .map(nearest -> System.lineSeparator() + "The nearest that can be met:"
                                        + System.lineSeparator() + plan(nearest, explain))
                                .orElse(""),
                late -> "The search ended before the proof."
                        + bullets(late.reasons())
                        + late.best()
                                .map(best -> System.lineSeparator() + "The best so far:" + System.lineSeparator()
                                        + plan(best, explain))
                                .orElse(""));
    }

    private static String surviving(SurvivingPlan surviving) {
        var text = new StringBuilder(System.lineSeparator());
        line(text, "");
        boolean dearer = surviving.extra().compareTo(Money.ZERO) >= 0;
        line(
                text,
                "Survives, for "
                        + Show.money(dearer ? surviving.extra() : Money.ZERO.minus(surviving.extra()))
                        + (dearer ? " more" : " less"));
        surviving
                .fallbacks()
                .forEach((failure, fallback) -> text.append(Prose.wrapped(
                        "  ",
                        "without " + failure + ": done within "
                                + Show.time(fallback.time().expected()) + ", "
                                + fallback.trees().stream()
                                        .map(route -> Show.rate(route.rate()) + " "
                                                + route.sites().stream()
                                                        .map(SiteId::toString)
                                                        .collect(Collectors.joining(" -> "))
                                                + classes(route))
                                        .collect(Collectors.joining(", ")))));
        return text.toString().stripTrailing();
    }

    private static String plan(TransferPlan plan, boolean explain) {
        var text = new StringBuilder();
        boolean several = plan.to().size() > 1;
        line(
                text,
                Show.size(plan.size()) + " from "
                        + plan.sources().stream().map(SiteId::toString).collect(Collectors.joining(" and "))
                        + " to "
                        + (several ? plan.to().size() + " destinations" : plan.destination()) + ": "
                        + plan.verdict().id());
        line(text, "  rate   " + Show.rate(plan.rate()) + (several ? " to each" : ""));
        line(text, "  time   " + time(plan));
        line(
                text,
                "  cost   " + Show.money(plan.cost().total()) + " (egress "
                        + Show.money(plan.cost().egress()) + ", VMs "
                        + Show.money(plan.cost().vm())
                        + (plan.cost().requests().equals(Money.ZERO)
                                ? ""
                                : ", requests " + Show.money(plan.cost().requests()))
                        + ")");
        odds(plan).ifPresent(odds -> line(text, odds));
        for (Tree tree : plan.trees()) {
            if (several) {
                line(text, "  tree   " + part(tree));
                branches(text, vms -> vms.site().equals(tree.source()), tree, 1);
            } else {
                text.append(Prose.wrapped("  route  ", route(tree)));
            }
        }
        text.append(Prose.wrapped("  VMs    ", plan.vmsText()));
        plan.commands().forEach(command -> text.append(Prose.wrapped("  do     ", command)));
        if (!plan.reasons().offers().isEmpty()) {
            line(text, "");
            line(text, offers(plan.reasons().offers(), several));
        }
        if (explain && !plan.reasons().sentences().isEmpty()) {
            line(text, "");
            line(text, "Why");
            plan.reasons().sentences().forEach(sentence -> text.append(Prose.wrapped("  ", sentence)));
        }
        return text.toString().stripTrailing();
    }

    /** The time expected, and what 95 of 100 transfers do not exceed. */
    private static String time(TransferPlan plan) {
        return Show.time(plan.time().expected())
                + plan.time()
                        .p95()
                        .map(p95 -> ", 95 % within " + Show.time(p95))
                        .orElse("");
    }

    /** The line of the odds; empty where there are none. */
    private static Optional<String> odds(TransferPlan plan) {
        return plan.deadlineOdds()
                .map(odds -> String.format(
                        Locale.ROOT,
                        "  odds   %.1f %% to meet the deadline (%.1f to %.1f %%)",
                        100 * odds.probability(),
                        100 * odds.low(),
                        100 * odds.high()));
    }

    private static String route(Tree path) {
        return path.vms().stream().map(VmGroup::toString).collect(Collectors.joining(" -> "))
                + classes(path)
                + "  "
                + part(path)
                + "  streams "
                + path.hops().stream()
                        .map(hop -> hop.streams()
                                + hop.window()
                                        .map(window -> " with windows of " + Show.size(window))
                                        .orElse(""))
                        .collect(Collectors.joining(", "));
    }

    private static String classes(Tree path) {
        return path.classesText().isEmpty() ? "" : " " + path.classesText();
    }

    private static String part(Tree tree) {
        return Show.rate(tree.rate()) + String.format(Locale.ROOT, " (%.0f %%)", 100 * tree.share());
    }

    private static void branches(StringBuilder text, Predicate<VmGroup> at, Tree tree, int depth) {
        for (Hop hop : tree.hops()) {
            if (at.test(hop.from())) {
                String linkClass = hop.link().linkClass();
                line(
                        text,
                        "         " + "  ".repeat(depth - 1) + (depth == 1 ? hop.from() + " -> " : "-> ") + hop.to()
                                + (linkClass.isEmpty() ? "" : " by " + linkClass));
                branches(text, hop.to()::equals, tree, depth + 1);
            }
        }
    }

    private static String evidence(PlanEvidence evidence, TransferRequest request, Instant now) {
        var text = new StringBuilder(System.lineSeparator());
        line(text, "");
        line(text, "Stands on");
        for (PlanEvidence.OfLink link : evidence.links()) {
            text.append(Prose.wrapped("  ", link(link, now)));
        }
        if (!evidence.priceSources().isEmpty()) {
            text.append(Prose.wrapped(
                    "  ",
                    "Prices: "
                            + evidence.pricesAsOf()
                                    .map(date -> "the oldest of " + date + "; ")
                                    .orElse("")
                            + String.join("; ", evidence.priceSources())));
        }
        evidence.timeAtLowEnd().ifPresent(time -> text.append(Prose.wrapped("  ", lowEnd(evidence, request, time))));
        return text.toString().stripTrailing();
    }

    private static String lowEnd(PlanEvidence evidence, TransferRequest request, Duration time) {
        String takes = "At the low end of these rates it takes " + Show.time(time);
        return evidence.deadlineHoldsAtLowEnd()
                .map(holds -> takes
                        + (holds ? ", within the deadline of " : ", beyond the deadline of ")
                        + Show.time(request.deadline().orElseThrow()) + ".")
                .orElse(takes + ".");
    }

    private static String link(PlanEvidence.OfLink link, Instant now) {
        String assumes = link.assumes().isEmpty() ? "" : "; assumes that " + link.assumes();
        if (link.runs() == 0) {
            return link.link() + ": " + link.assumes();
        }
        String vms = link.fromVm().isPresent() && link.toVm().isPresent()
                ? ", " + link.fromVm().get() + " to " + link.toVm().get()
                : "";
        String rates = Stream.of(
                        link.received().map(rate -> Show.rate(rate) + " received"),
                        link.sent().map(rate -> Show.rate(rate) + " sent"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" to "));
        String age = link.asOf()
                .map(time -> ", the newest " + Show.time(Duration.between(time, now)) + " old")
                .orElse("");
        return link.link() + ": " + link.runs() + (link.runs() == 1 ? " run" : " runs") + age + ", " + rates + vms
                + assumes;
    }

    private static String offers(List<Offer> offers, boolean several) {
        Table<Offer> table = Table.of(offers)
                .left(
                        "offer",
                        offer -> offer.kind()
                                + offer.via().map(site -> " via " + site).orElse(""));
        Table<Offer> wide = several
                ? table.right("links", offer -> String.valueOf(offer.links().size()))
                : table.right("streams", offer -> String.valueOf(offer.streams()));
        return wide.right("VMs", offer -> String.valueOf(offer.vms()))
                .right("rate", offer -> Show.rate(offer.rate()))
                .right("time", offer -> Show.time(offer.time()))
                .right("cost", offer -> Show.money(offer.cost().total()))
                .left("meets", offer -> offer.meetsRequest() ? "yes" : "no")
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
