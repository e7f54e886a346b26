package io.longhaul.planner.explain;

import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A plan in short sentences with numbers: what to do, why nothing simpler, what was rejected. Confined to one thread. */
final class Sentences {
    private final PlanningProblem problem;
    private final TransferRequest request;
    private final TransferPlan plan;
    private final List<Offer> offers;
    private final List<String> lines = new ArrayList<>();

    private Sentences(PlanningProblem problem, TransferPlan plan, List<Offer> offers) {
        this.problem = problem;
        request = problem.request();
        this.plan = plan;
        this.offers = offers;
    }

    static List<String> of(
            PlanningProblem problem, TransferPlan plan, List<Offer> offers, Optional<RelayCertificate> certificate) {
        var sentences = new Sentences(problem, plan, offers);
        sentences.what();
        sentences.whyNotSimpler();
        sentences.rejected();
        sentences.moreVms();
        certificate
                .map(RelayCertificate::sentence)
                .or(() -> Certificates.room(problem, plan))
                .ifPresent(sentences.lines::add);
        sentences.proof();
        return List.copyOf(sentences.lines);
    }

    private void what() {
        lines.add(routes() + ": " + Show.rate(plan.rate()) + ", "
                + Show.time(plan.time().expected()) + ", "
                + Show.money(plan.cost().total()) + " (egress "
                + Show.money(plan.cost().egress()) + ", VMs "
                + Show.money(plan.cost().vm()) + requestFees() + ").");
        int streams = plan.trees().stream()
                .mapToInt(route -> route.hops().get(0).streams())
                .sum();
        lines.add("VMs: " + plan.vmsText() + "; " + streams + (streams == 1 ? " stream leaves " : " streams leave ")
                + plan.sources().stream().map(SiteId::toString).collect(Collectors.joining(" and ")) + ".");
        drawn();
        fees();
    }

    /** Which of several copies are read, and how much of the data from each. */
    private void drawn() {
        if (request.replicas().isEmpty()) {
            return;
        }
        Map<SiteId, Double> shares = new LinkedHashMap<>();
        plan.trees().forEach(route -> shares.merge(route.source(), route.share(), Double::sum));
        String unused = request.sources().stream()
                .filter(source -> !shares.containsKey(source))
                .map(SiteId::toString)
                .collect(Collectors.joining(" and "));
        lines.add("Read "
                + shares.entrySet().stream()
                        .map(entry -> Show.percent(entry.getValue()) + " at " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + (unused.isEmpty() ? "." : "; the data at " + unused + " are not read."));
    }

    private String requestFees() {
        return plan.cost().requests().compareTo(Money.ZERO) == 0
                ? ""
                : ", requests " + Show.money(plan.cost().requests());
    }

    private String routes() {
        if (plan.trees().size() == 1) {
            return "Send " + Show.size(plan.size()) + " " + from(plan.trees().get(0))
                    + way(plan.trees().get(0));
        }
        return "Split " + Show.size(plan.size()) + ": "
                + plan.trees().stream()
                        .map(route -> Show.percent(route.share()) + " " + from(route) + way(route))
                        .collect(Collectors.joining(", "));
    }

    private String from(Tree route) {
        return request.replicas().isEmpty() ? "" : "from " + route.source() + " ";
    }

    private static String way(Tree route) {
        String chosen = route.vms().stream()
                .map(VmGroup::type)
                .filter(type -> !type.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
        String types = chosen.isEmpty() ? "" : " (" + chosen + ")";
        String way = route.forwarders().isEmpty()
                ? "directly"
                : "over " + route.forwarders().stream().map(SiteId::toString).collect(Collectors.joining(" and "));
        String classes = route.classesText();
        return way + (classes.isEmpty() ? "" : " " + classes) + types;
    }

    /** What is paid once for links, whatever is sent. */
    private void fees() {
        List<String> paid = plan.rates().keySet().stream()
                .map(problem.network()::getLink)
                .filter(link -> link.price().fee().compareTo(Money.ZERO) > 0)
                .map(link -> Show.money(link.price().fee()) + " for " + link.link())
                .toList();
        if (!paid.isEmpty()) {
            lines.add("The egress holds fixed fees, whatever is sent: " + String.join(", ", paid) + ".");
        }
    }

    /** For a plan that does more than plain direct: the nearest simpler offer and where it falls short. */
    private void whyNotSimpler() {
        offers.stream()
                .filter(offer -> offer.verdict().compareTo(plan.verdict()) < 0)
                .max(Comparator.comparing(Offer::kind))
                .ifPresent(simpler -> lines.add("Why not " + name(simpler.verdict()) + ": " + shortfall(simpler)));
    }

    /** For a relay that is there only because VMs are short: how many would do without it. */
    private void moreVms() {
        Optional<Offer> direct =
                offer(Verdict.DIRECT).filter(offer -> !offer.rate().isZero());
        int allowed = request.limits().maxVmsPerSite();
        if (plan.verdict() != Verdict.RELAY
                || direct.isEmpty()
                || direct.get().vms() > 1
                || !request.replicas().isEmpty()) {
            return;
        }
        int enough = (int) Math.ceil(plan.rate().dividedBy(direct.get().rate()) - 1e-6);
        Money cost = direct.get().cost().total();
        if (enough > allowed && cost.compareTo(plan.cost().total()) < 0) {
            lines.add("With " + enough + " VMs at each end instead of at most " + allowed
                    + ", direct streams would carry "
                    + Show.rate(direct.get().rate().times((long) enough)) + " for about " + Show.money(cost)
                    + ": asking for quota is cheaper than the relay.");
        }
    }

    private String shortfall(Offer offer) {
        if (offer.meetsRequest()) {
            Money dearer = offer.cost().total().minus(plan.cost().total());
            String rate = Show.rate(offer.rate());
            return dearer.compareTo(Money.ZERO) > 0
                    ? "it also meets the request, at " + rate + ", but costs " + Show.money(dearer) + " more."
                    : "it is slower, " + rate + " against " + Show.rate(plan.rate()) + ".";
        }
        return decapitalised(offer.why());
    }

    private static String decapitalised(String sentence) {
        boolean name = sentence.length() > 1 && Character.isUpperCase(sentence.charAt(1));
        return name ? sentence : Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private Optional<Offer> offer(Verdict kind) {
        return offers.stream().filter(each -> each.verdict() == kind).findFirst();
    }

    private static String name(Verdict kind) {
        return switch (kind) {
            case DIRECT -> "one VM pair directly";
            case MORE_STREAMS -> "more streams alone";
            case MORE_VMS -> "more VMs alone";
            default -> "a relay";
        };
    }

    /** What goes further than the plan, and why it is not worth it. */
    private void rejected() {
        offers.stream()
                .filter(offer -> offer.verdict().compareTo(plan.verdict()) > 0)
                .forEach(offer -> lines.add("Rejected: " + rejection(offer)));
        if (plan.verdict() == Verdict.RELAY) {
            offer(Verdict.RELAY)
                    .filter(offer -> !plan.relays().equals(offer.via().stream().collect(Collectors.toSet()))
                            || plan.trees().size() > 1)
                    .ifPresent(offer -> lines.add("Rejected: everything over one relay: " + rejection(offer)));
        }
    }

    private String rejection(Offer offer) {
        Money dearer = offer.cost().total().minus(plan.cost().total());
        double speed = offer.rate().dividedBy(plan.rate());
        String what = offer.verdict() == Verdict.RELAY
                ? "the best single relay, "
                        + offer.via().map(site -> site + ",").orElse("")
                : offer.vms() + " VMs at each end";
        String rate = Show.rate(offer.rate()) + ", " + faster(speed);
        if (!offer.meetsRequest()) {
            return decapitalised(offer.why());
        }
        if (dearer.compareTo(Money.ZERO) > 0) {
            return what + " runs at " + rate + (speed < 0.99 ? " and costs " : ", but costs ")
                    + Show.money(offer.cost().total()) + ", "
                    + Show.percent(dearer.dollars() / plan.cost().total().dollars()) + " more.";
        }
        return what + " runs at " + rate + ", for " + Show.money(offer.cost().total()) + ".";
    }

    private static String faster(double speed) {
        if (Math.abs(speed - 1) < 0.01) {
            return "no faster";
        }
        return speed > 1 ? Show.percent(speed - 1) + " faster" : Show.percent(1 - speed) + " slower";
    }

    private void proof() {
        String suffix = plan.proof().gap() < 1e-6
                ? "."
                : " (gap " + Show.percent(plan.proof().gap()) + ").";
        plan.proof()
                .costBound()
                .ifPresent(bound ->
                        lines.add("Proof: no plan that " + keeps() + " costs less than " + Show.money(bound) + suffix));
        plan.proof()
                .timeBound()
                .ifPresent(bound ->
                        lines.add("Proof: no plan that " + keeps() + " is done before " + Show.time(bound) + suffix));
    }

    private String keeps() {
        var kept = new ArrayList<String>();
        request.rate()
                .ifPresent(rate -> kept.add(
                        (request.rateExactly() ? "runs at exactly " : "runs at no less than ") + Show.rate(rate)));
        request.deadline().ifPresent(limit -> kept.add("meets the deadline"));
        request.budget().ifPresent(limit -> kept.add("stays within " + Show.money(limit)));
        kept.add("uses at most " + request.limits().maxVmsPerSite()
                + (request.limits().maxVmsPerSite() == 1 ? " VM" : " VMs") + " per site");
        return String.join(" and ", kept);
    }
}
