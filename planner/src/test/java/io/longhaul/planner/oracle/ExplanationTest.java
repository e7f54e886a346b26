package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.planner.OverlayPlanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What plans say about themselves, worked out anew over random problems: rates, money and verdict of every offer from the
 * network alone, the room that caps leave for relays by planning as fast as can be, what a verdict hangs on by planning at
 * the rate stated, and every figure of the sentences on the plan.
 */
class ExplanationTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);
    private static final double NEAR = 2e-6;

    private final OverlayPlanner planner = new OverlayPlanner();
    private final List<String> wrong = new ArrayList<>();
    private int explained;
    private int hanging;
    private int late;

    @Test
    void whatIsSaidIsTrue() {
        run(20_000, 500);
        assertThat(wrong).isEmpty();
        assertThat(explained).isGreaterThan(200);
        assertThat(late)
                .as("of " + hanging + " rates, those where another plan wins well above already")
                .isLessThanOrEqualTo(1 + hanging / 25);
    }

    List<String> run(long first, int problems) {
        for (long seed = first; seed < first + problems; seed++) {
            PlanningProblem problem = RandomProblem.of(seed).problem();
            if (problem.network().sites().size() > 12) {
                continue;
            }
            Optional<TransferPlan> plan = planner.plan(problem).plan();
            if (plan.isPresent()) {
                explained++;
                new Said(seed, problem, plan.get()).check();
            }
        }
        return wrong;
    }

    /** Seed 133 took 13 s to explain before explanations ended by themselves. */
    @Test
    void anExplanationEndsByItselfAndSaysSo() {
        PlanOutcome outcome = new OverlayPlanner().plan(RandomProblem.of(133).problem(), PlannerOptions.DEFAULT);
        assertThat(outcome.plan().orElseThrow().explanation())
                .anyMatch(sentence -> sentence.contains("was not searched to the end"));
        assertThat(outcome.plan().orElseThrow().reasons().sensitivity()).isEmpty();
    }

    /** One explained plan. */
    private final class Said {
        private final long seed;
        private final PlanningProblem problem;
        private final TransferRequest request;
        private final TransferPlan plan;
        private final String all;

        Said(long seed, PlanningProblem problem, TransferPlan plan) {
            this.seed = seed;
            // offers are priced at the exact rate asked for, as the plan is
            this.problem = problem.withPercentilesAsTiers();
            this.plan = plan;
            request = problem.request();
            all = String.join("\n", plan.explanation());
        }

        private void require(boolean holds, String sentence) {
            if (!holds) {
                wrong.add("seed " + seed + ": " + sentence);
            }
        }

        void check() {
            figures();
            drawn();
            plan.reasons().offers().forEach(this::offer);
            noRelayIsFaster();
            plan.reasons().sensitivity().forEach(this::hangsOn);
        }

        /** Of which copy how much is read. */
        private void drawn() {
            if (request.replicas().isEmpty()) {
                return;
            }
            String line = plan.explanation().stream()
                    .filter(each -> each.startsWith("Read "))
                    .findFirst()
                    .orElse("");
            for (SiteId source : request.sources()) {
                double share = plan.trees().stream()
                        .filter(route -> route.source().equals(source))
                        .mapToDouble(Tree::share)
                        .sum();
                boolean read = line.contains(Show.percent(share) + " at " + source);
                boolean unused = line.contains("are not read") && line.indexOf("" + source) > line.indexOf(";");
                require(share > 0 ? read : unused, line + " says another share than " + share + " of " + source);
            }
        }

        private void figures() {
            for (String figure : List.of(
                    Show.rate(plan.rate()),
                    Show.time(plan.time().expected()),
                    Show.money(plan.cost().total()),
                    "egress " + Show.money(plan.cost().egress()),
                    "VMs " + Show.money(plan.cost().vm()))) {
                require(
                        plan.explanation().get(0).contains(figure),
                        "no " + figure + " in " + plan.explanation().get(0));
            }
            int streams = plan.trees().stream()
                    .mapToInt(route -> route.hops().get(0).streams())
                    .sum();
            int most = Math.max(
                    plan.trees().size(),
                    plan.sources().stream().mapToInt(plan::vmsAt).sum()
                            * request.limits().streamsPerVm());
            require(streams <= most, streams + " streams of " + most);
            require(all.contains(streams + (streams == 1 ? " stream leaves " : " streams leave ")), "streams: " + all);
            plan.proof()
                    .costBound()
                    .ifPresent(bound -> require(all.contains("costs less than " + Show.money(bound)), "bound: " + all));
            plan.proof()
                    .timeBound()
                    .ifPresent(bound -> require(all.contains("is done before " + Show.time(bound)), "bound: " + all));
        }

        /** Rate, time and money of an offer, from the network alone. */
        private void offer(Offer offer) {
            SiteId source = request.sources().stream()
                    .filter(each -> offer.why().contains(", from " + each + ","))
                    .findFirst()
                    .orElse(plan.from());
            List<SiteId> sites = new ArrayList<>(List.of(source, plan.destination()));
            offer.via().ifPresent(via -> sites.add(1, via));
            double bits = request.wireSize().bytes() * 8.0;
            double perVm = Double.POSITIVE_INFINITY;
            double total = Double.POSITIVE_INFINITY;
            double bucketSeconds = 0;
            double egress = 0;
            for (int i = 1; i < sites.size(); i++) {
                LinkModel link = problem.network().getLink(new Link(sites.get(i - 1), sites.get(i)));
                SiteModel from = problem.network().getSite(sites.get(i - 1));
                perVm = Math.min(
                        perVm, (double) link.rates().rateAt(offer.streams()).bitsPerSecond());
                perVm = Math.min(perVm, (double) from.caps().egress().bitsPerSecond());
                perVm = Math.min(perVm, (double)
                        problem.network().getSite(sites.get(i)).caps().ingress().bitsPerSecond());
                total = Math.min(
                        total,
                        link.totalCap().map(cap -> (double) cap.bitsPerSecond()).orElse(Double.POSITIVE_INFINITY));
                total = Math.min(
                        total,
                        from.uplink()
                                .out()
                                .map(cap -> (double) cap.bitsPerSecond())
                                .orElse(total));
                total = Math.min(
                        total,
                        problem.network()
                                .getSite(sites.get(i))
                                .uplink()
                                .in()
                                .map(cap -> (double) cap.bitsPerSecond())
                                .orElse(total));
                bucketSeconds = Math.max(bucketSeconds, seconds(from, bits / offer.vms()));
                egress += egress(link);
            }
            double seconds = Math.max(bucketSeconds, bits / Math.min(total, perVm * offer.vms()));
            if (request.rateExactly()) {
                seconds = Math.max(seconds, bits / request.rate().orElseThrow().bitsPerSecond());
            }
            double rate = bits / seconds;
            require(
                    Math.abs(offer.rate().bitsPerSecond() - rate) <= rate * NEAR + 1,
                    "the offer " + offer + " runs at " + rate);
            double boot = Durations.seconds(request.billing().vmBoot());
            double stated = bits / offer.rate().bitsPerSecond();
            require(
                    Durations.seconds(offer.time()) >= (boot + stated) * (1 - NEAR) - 1e-6,
                    "the offer " + offer + " takes at least " + (boot + stated));
            double billed =
                    Math.max(boot + stated, Durations.seconds(request.billing().minimumBilling()));
            double vm = 0;
            for (SiteId site : sites) {
                vm += offer.vms() * problem.network().getSite(site).vmPrice().dollars() / 3600 * billed;
                require(
                        offer.vms() <= request.limits().maxVms(site),
                        "the offer " + offer + " has more VMs at " + site + " than allowed");
            }
            require(
                    Math.abs(offer.cost().vm().dollars() - vm) <= vm * NEAR + 1e-8,
                    "the VMs of the offer " + offer + " cost " + vm);
            require(
                    Math.abs(offer.cost().egress().dollars() - egress) <= egress * NEAR + 1e-8,
                    "the egress of the offer " + offer + " costs " + egress);
            require(offer.why().contains(Show.rate(offer.rate())), "why: " + offer);
            require(offer.meetsRequest() == meets(offer), "meets: " + offer + " " + request);
        }

        private double seconds(SiteModel from, double bits) {
            if (from.caps().egressBucket().isEmpty()) {
                return 0;
            }
            TokenBucket bucket = from.caps().egressBucket().get();
            double credit = from.remainingCredit().orElse(bucket.budget()).bytes() * 8.0;
            double full =
                    credit / (bucket.high().bitsPerSecond() - bucket.refill().bitsPerSecond());
            double atHigh = full * bucket.high().bitsPerSecond();
            return bits <= atHigh
                    ? bits / bucket.high().bitsPerSecond()
                    : full + (bits - atHigh) / bucket.low().bitsPerSecond();
        }

        private double egress(LinkModel link) {
            double left = request.wireSize().bytes() / 1e9;
            double at = request.billing().alreadySent().bytes() / 1e9;
            double dollars = 0;
            for (PriceTier tier : link.price().tiers()) {
                double end = tier.upTo().map(size -> size.bytes() / 1e9).orElse(Double.POSITIVE_INFINITY);
                double part = Math.min(left, Math.max(0, end - at));
                dollars += part * tier.price().dollars();
                left -= part;
                at += part;
            }
            return dollars;
        }

        private boolean meets(Offer offer) {
            return request.rate().stream()
                            .allMatch(rate -> offer.rate().bitsPerSecond() >= rate.bitsPerSecond() * (1 - 1e-9))
                    && request.deadline().stream()
                            .allMatch(limit -> offer.time().compareTo(limit) <= 0)
                    && request.budget().stream()
                            .allMatch(budget -> offer.cost().total().compareTo(budget) <= 0);
        }

        /** With the VMs that the plan has at its ends, nothing is faster than what is said, whatever lies between. */
        private void noRelayIsFaster() {
            boolean said = plan.reasons().certificate().isPresent() || all.contains("No relay can ");
            if (!said) {
                return;
            }
            var quotas = new HashMap<>(request.limits().vmQuotas());
            quotas.merge(plan.from(), plan.vmsAt(plan.from()), Math::min);
            quotas.merge(plan.destination(), plan.vmsAt(plan.destination()), Math::min);
            TransferRequest free = request.unconstrained()
                    .withObjective(Objective.FASTEST)
                    .withLimits(request.limits().withVmQuotas(quotas));
            double fastest = planner.plan(problem.with(free), BARE)
                    .plan()
                    .map(other -> (double) other.rate().bitsPerSecond())
                    .orElse(0.0);
            plan.reasons()
                    .certificate()
                    .ifPresent(proof -> require(
                            fastest <= proof.bound().bitsPerSecond() * (1 + NEAR) + 1,
                            "a plan runs at " + fastest + " beyond " + proof));
            if (plan.reasons().certificate().isEmpty()) {
                String line = plan.explanation().stream()
                        .filter(each -> each.startsWith("No relay can "))
                        .findFirst()
                        .orElseThrow();
                double percent = line.contains("be faster")
                        ? 0
                        : Double.parseDouble(line.replaceAll(".*more than ([0-9.]+) %.*", "$1"));
                require(
                        fastest <= plan.rate().bitsPerSecond() * (1 + (percent + 0.6) / 100) + 1,
                        "a plan runs at " + fastest + ": " + line);
            }
        }

        /** At the rate stated another kind of plan is better, and well above it the one we have. */
        private void hangsOn(Sensitivity said) {
            LinkModel link = problem.network().getLink(said.link());
            require(
                    link.rates().maxRate().equals(said.now()),
                    "the rate now of " + said + " is " + link.rates().maxRate());
            double flips = said.flipsAt().dividedBy(said.now());
            Optional<TransferPlan> below = at(link, flips * (1 - 1e-6));
            boolean other = below.stream().noneMatch(this::same);
            require(other, said + ", but there " + below.map(TransferPlan::trees));
            require(
                    below.map(TransferPlan::verdict).orElse(plan.verdict()) == said.becomes() || !other,
                    said + ", but there " + below.map(TransferPlan::verdict));
            double above = Math.min(1, flips + 0.03 * (1 - flips) + 0.01);
            Optional<TransferPlan> then = at(link, above);
            boolean ours = then.stream().anyMatch(this::same);
            // a plan of another kind may be better there by less than is told apart
            boolean hardly = then.isPresent() && value(then.get()) >= valueOfOurKind(link, above) * (1 - 1.1e-3);
            late += ours || hardly ? 0 : 1;
            hanging++;
        }

        private Optional<TransferPlan> at(LinkModel link, double factor) {
            return planner.plan(problem.with(problem.network().with(slower(link, factor))), BARE)
                    .plan();
        }

        private static LinkModel slower(LinkModel link, double factor) {
            return link.withRates(link.rates().times(factor));
        }

        /** The best plan over the same relays. */
        private double valueOfOurKind(LinkModel link, double factor) {
            var others = new HashSet<>(request.limits().noTransit());
            problem.network().sites().forEach(site -> others.add(site.id()));
            others.removeAll(plan.relays());
            var limits = request.limits().withNoTransit(others);
            return planner.plan(
                            new PlanningProblem(
                                    request.withLimits(limits),
                                    problem.network().with(slower(link, factor))),
                            BARE)
                    .plan()
                    .filter(this::same)
                    .map(this::value)
                    .orElse(Double.POSITIVE_INFINITY);
        }

        private double value(TransferPlan any) {
            return request.objective() == Objective.CHEAPEST
                    ? any.cost().total().dollars()
                    : Durations.seconds(any.time().expected());
        }

        private boolean same(TransferPlan other) {
            return other.verdict() == plan.verdict() && other.relays().equals(plan.relays());
        }
    }
}
