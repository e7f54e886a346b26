package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Failure;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Planner;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.SurvivingPlan;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import io.longhaul.planner.overlay.OverlaySolver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Plans that keep the deadline when any one VM or relay fails. The best plan, the best ones at some higher rates, and those
 * without some of their relays, get spare VMs until what is left after each failure still makes it; the cheapest of them (or the one that ends first) is
 * taken. That is a search among some plans, not all, so the bound is that of plans that need not survive, and the gap says
 * how far it may be. A pure function of problem and options; safe for any thread if the planner is.
 */
public final class SurvivalPlanner {
    /** Sets of forbidden relays to try for each rate. */
    private static final int MOST_PLANS = 12;

    /** How many times faster than the best plan those are that are tried too. */
    private static final double[] FASTER = {1.15, 1.35, 1.6, 2, 3};

    private final Planner planner;

    public SurvivalPlanner(Planner planner) {
        this.planner = planner;
    }

    /**
     * What was found.
     *
     * @param outcome the plan with its spare VMs, or why there is none
     * @param surviving the same with what is done after each failure; empty without a plan
     */
    public record Answer(PlanOutcome outcome, Optional<SurvivingPlan> surviving) {}

    /**
     * The best plan found that survives.
     *
     * @throws InvalidInputException without a deadline, or with an exact rate, a confidence, several destinations or a
     *     choice of VM types
     */
    public Answer plan(PlanningProblem problem, PlannerOptions options) {
        refuseWhatIsNotPlanned(problem);
        return new Search(problem, options.withExplain(false)).run();
    }

    private static void refuseWhatIsNotPlanned(PlanningProblem problem) {
        TransferRequest request = problem.request();
        problem.network().requireNoPercentiles("survival");
        refuse(
                request.deadline().isEmpty(),
                "A plan that survives a failure needs a deadline to keep.",
                "Give one, as 6h.");
        refuse(
                request.rateExactly()
                        || request.confidence().isPresent()
                        || request.to().size() > 1,
                "Survival is planned for with one destination, without an exact rate and without a confidence.",
                "Leave these out, or plan without survival.");
        refuse(
                problem.network().sites().stream()
                        .anyMatch(site -> !site.choices().isEmpty()),
                "Survival is planned for where every VM of a site is alike.",
                "Name one VM type for each provider.");
    }

    private static void refuse(boolean what, String message, String advice) {
        if (what) {
            throw new InvalidInputException(message, advice);
        }
    }

    /** One search. */
    private final class Search {
        private final PlanningProblem problem;
        private final PlannerOptions options;
        private final BooleanSupplier outOfTime;
        private final long began;
        private final boolean cheapest;
        private Optional<SurvivingPlan> best = Optional.empty();

        Search(PlanningProblem problem, PlannerOptions options) {
            this.problem = problem;
            this.options = options;
            outOfTime = OverlaySolver.stopwatch(options);
            began = options.nanoTicker().getAsLong();
            cheapest = problem.request().objective() == Objective.CHEAPEST;
        }

        private PlanOutcome plan(PlanningProblem at) {
            if (options.timeLimit().isEmpty()) {
                return planner.plan(at, options);
            }
            long spent = options.nanoTicker().getAsLong() - began;
            Duration left = options.timeLimit().get().minusNanos(spent);
            return planner.plan(
                    at, options.withTimeLimit(left.isNegative() ? Duration.ZERO : left, options.nanoTicker()));
        }

        /** Whether an end may run so few VMs that it cannot lose one. */
        private boolean hasNoSpare() {
            TransferRequest request = problem.request();
            int senders = request.sources().stream()
                    .mapToInt(request.limits()::maxVms)
                    .sum();
            return senders < 2 || request.limits().maxVms(request.destination()) < 2;
        }

        Answer run() {
            if (hasNoSpare()) {
                String reason = "With one VM allowed at an end, the transfer does not survive its failure.";
                return new Answer(
                        new PlanOutcome.Infeasible(List.of(reason), Optional.empty(), Optional.empty()),
                        Optional.empty());
            }
            PlanOutcome first = plan(problem);
            Optional<TransferPlan> unprotected = first.plan();
            if (unprotected.isEmpty()) {
                // the nearest request that can be met would not survive
                PlanOutcome bare = first.fold(
                        found -> found,
                        no -> new PlanOutcome.Infeasible(no.reasons(), Optional.empty(), Optional.empty()),
                        late -> late);
                return new Answer(bare, Optional.empty());
            }
            for (TransferRequest request : startingPoints(unprotected.get())) {
                around(request, unprotected.get());
            }
            return answer();
        }

        /** What was asked, and the same faster than needed: more ways and VMs are in use then, and may be lost. */
        private List<TransferRequest> startingPoints(TransferPlan unprotected) {
            TransferRequest asked = problem.request();
            var requests = new ArrayList<TransferRequest>(List.of(asked));
            if (cheapest) {
                for (double faster : FASTER) {
                    requests.add(asked.withRateAtLeast(unprotected.rate().times(faster)));
                }
                requests.add(asked.withObjective(Objective.FASTEST));
            }
            return requests;
        }

        /** Tries the plan of a request, and those without some of its relays. */
        private void around(TransferRequest request, TransferPlan unprotected) {
            var open = new ArrayDeque<Set<SiteId>>(List.of(Set.of()));
            var seen = new HashSet<Set<SiteId>>();
            while (!open.isEmpty() && seen.size() < MOST_PLANS && !outOfTime.getAsBoolean()) {
                Set<SiteId> forbidden = open.poll();
                if (!seen.add(forbidden)) {
                    continue;
                }
                Optional<TransferPlan> plan = without(forbidden, request);
                if (plan.isEmpty() || best.stream().anyMatch(known -> value(plan.get()) >= value(known.plan()))) {
                    continue;
                }
                withSpares(plan.get()).ifPresent(vms -> offer(plan.get(), vms, unprotected));
                for (SiteId relay : plan.get().relays()) {
                    var more = new HashSet<>(forbidden);
                    more.add(relay);
                    open.add(more);
                }
            }
        }

        private Optional<TransferPlan> without(Set<SiteId> forbidden, TransferRequest request) {
            var limits = request.limits();
            var closed = new HashSet<>(limits.noTransit());
            closed.addAll(forbidden);
            return plan(problem.with(request.withLimits(limits.withNoTransit(closed))))
                    .plan();
        }

        private double value(TransferPlan plan) {
            return cheapest
                    ? plan.cost().total().dollars()
                    : Durations.seconds(plan.time().expected());
        }

        private Optional<TransferPlan> fallback(Map<SiteId, Integer> vms, Failure failure) {
            PlanningProblem after = SurvivingPlan.after(problem, vms, failure);
            boolean endsLeft = after.request().sources().stream()
                            .anyMatch(source -> after.request().limits().maxVms(source) > 0)
                    && after.request().limits().maxVms(after.request().destination()) > 0;
            return endsLeft ? plan(after).plan() : Optional.empty();
        }

        /** The VMs of a plan with as many more as its failures need; empty where the limits do not allow them. */
        private Optional<SortedMap<SiteId, Integer>> withSpares(TransferPlan plan) {
            var vms = new TreeMap<>(plan.vms());
            boolean changed = true;
            while (changed) {
                changed = false;
                for (Failure failure : failures(plan, vms)) {
                    while (fallback(vms, failure).isEmpty()) {
                        if (outOfTime.getAsBoolean() || !grow(vms, failure)) {
                            return Optional.empty();
                        }
                        changed = true;
                    }
                }
            }
            spareLess(plan, vms);
            return Optional.of(vms);
        }

        private Set<Failure> failures(TransferPlan plan, SortedMap<SiteId, Integer> vms) {
            return Failure.of(plan.withVms(vms, plan.verdict(), plan.cost(), plan.proof()));
        }

        /** One VM more where that alone is enough, the cheapest site first; else one more wherever it is allowed. */
        private boolean grow(SortedMap<SiteId, Integer> vms, Failure failure) {
            var sites = new ArrayList<>(vms.keySet());
            sites.sort((a, b) -> Double.compare(price(a), price(b)));
            for (SiteId site : sites) {
                if (mayGrow(vms, site)) {
                    var more = new TreeMap<>(vms);
                    more.merge(site, 1, Integer::sum);
                    if (fallback(more, failure).isPresent()) {
                        vms.merge(site, 1, Integer::sum);
                        return true;
                    }
                }
            }
            boolean grown = false;
            for (SiteId site : sites) {
                boolean lost = failure.relay() && failure.site().equals(site);
                if (!lost && mayGrow(vms, site)) {
                    vms.merge(site, 1, Integer::sum);
                    grown = true;
                }
            }
            return grown;
        }

        private double price(SiteId site) {
            return problem.network().getSite(site).vmPrice().dollars();
        }

        private boolean mayGrow(SortedMap<SiteId, Integer> vms, SiteId site) {
            return vms.getOrDefault(site, 0) < problem.request().limits().maxVms(site);
        }

        /** Takes spare VMs away again, the dearest first, where all failures are survived without them. */
        private void spareLess(TransferPlan plan, SortedMap<SiteId, Integer> vms) {
            var sites = new ArrayList<>(vms.keySet());
            sites.sort((a, b) -> Double.compare(price(b), price(a)));
            for (SiteId site : sites) {
                while (vms.getOrDefault(site, 0) > plan.vmsAt(site) && !outOfTime.getAsBoolean()) {
                    var fewer = new TreeMap<>(vms);
                    fewer.merge(site, -1, Integer::sum);
                    boolean enough = failures(plan, fewer).stream()
                            .allMatch(failure -> fallback(fewer, failure).isPresent());
                    if (!enough) {
                        break;
                    }
                    vms.merge(site, -1, Integer::sum);
                }
            }
        }

        private void offer(TransferPlan plan, SortedMap<SiteId, Integer> vms, TransferPlan unprotected) {
            TransferRequest request = problem.request();
            Duration billed = request.billing().billed(plan.time().transfer());
            Money forVms = Money.ZERO;
            for (Map.Entry<SiteId, Integer> site : vms.entrySet()) {
                SiteModel model = problem.network().getSite(site.getKey());
                forVms = forVms.plus(model.vmPrice().times(site.getValue()).times(billed));
            }
            var cost = new PlanCost(plan.cost().egress(), forVms, plan.cost().requests());
            boolean several = vms.values().stream().anyMatch(count -> count > 1);
            Verdict verdict = plan.verdict() == Verdict.RELAY || !several ? plan.verdict() : Verdict.MORE_VMS;
            Proof of = unprotected.proof();
            Proof proof = cheapest
                    ? Proof.ofCost(of.costBound().orElse(Money.ZERO), cost.total())
                    : Proof.ofTime(
                            of.timeBound().orElse(Duration.ZERO), plan.time().expected());
            TransferPlan spared = plan.withVms(vms, verdict, cost, proof);
            var fallbacks = new TreeMap<Failure, TransferPlan>();
            for (Failure failure : Failure.of(spared)) {
                Optional<TransferPlan> fallback = fallback(vms, failure);
                if (fallback.isEmpty()) {
                    return;
                }
                fallbacks.put(failure, fallback.get());
            }
            boolean affordable =
                    request.budget().stream().allMatch(budget -> cost.total().isWithin(budget));
            if (affordable && best.stream().noneMatch(known -> value(known.plan()) <= value(spared))) {
                Money extra = cost.total().minus(unprotected.cost().total());
                best = Optional.of(explained(new SurvivingPlan(spared, fallbacks, extra)));
            }
        }

        private SurvivingPlan explained(SurvivingPlan surviving) {
            TransferPlan plan = surviving.plan();
            var worst = surviving.fallbacks().entrySet().stream()
                    .max(Map.Entry.comparingByValue(
                            (a, b) -> a.time().expected().compareTo(b.time().expected())))
                    .orElseThrow();
            var sentences = new ArrayList<String>();
            sentences.add(Show.rate(plan.rate()) + ", " + Show.time(plan.time().expected()) + ", "
                    + Show.money(plan.cost().total()) + " (egress "
                    + Show.money(plan.cost().egress()) + ", VMs "
                    + Show.money(plan.cost().vm()) + "), with " + plan.vmsText() + ".");
            sentences.add("When any one VM or relay fails, at whatever moment, the others still end within "
                    + Show.time(surviving.worstTime()) + " of the start; the worst to lose is " + worst.getKey() + ".");
            boolean dearer = surviving.extra().compareTo(Money.ZERO) >= 0;
            sentences.add("To survive costs "
                    + Show.money(dearer ? surviving.extra() : Money.ZERO.minus(surviving.extra()))
                    + (dearer ? " more" : " less") + " than the best plan that need not.");
            sentences.add("Proof: no plan at all "
                    + (cheapest
                            ? "costs less than "
                                    + Show.money(plan.proof().costBound().orElse(Money.ZERO))
                            : "is done before "
                                    + Show.time(plan.proof().timeBound().orElse(Duration.ZERO)))
                    + "; of those that survive, this is the best that was tried.");
            return new SurvivingPlan(
                    plan.withReasons(new Reasons(List.of(), sentences, Optional.empty(), List.of())),
                    surviving.fallbacks(),
                    surviving.extra());
        }

        private Answer answer() {
            if (best.isPresent()) {
                return new Answer(new PlanOutcome.Found(best.get().plan()), best);
            }
            return new Answer(
                    new PlanOutcome.GaveUp(
                            Optional.empty(),
                            List.of(
                                    outOfTime.getAsBoolean()
                                            ? "The time limit came before a plan was found that survives."
                                            : "None of the plans tried survives every failure of one VM or relay within the"
                                                    + " deadline, the VMs allowed and the budget; without survival there"
                                                    + " is a plan.")),
                    Optional.empty());
        }
    }
}
