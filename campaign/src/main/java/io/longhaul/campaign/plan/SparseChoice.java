package io.longhaul.campaign.plan;

import io.longhaul.campaign.plan.RelayVerdicts.Belief;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.estimator.Predictions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which links a sparse campaign loads next. First the caps: of each agent one link out and one in, the nearest inside its provider, and
 * the same towards another provider. Then a random sample, which tests the model with links it did not choose. Then always those whose
 * measurement is expected to set most verdicts right, per dollar. A function of what was measured. Immutable.
 */
public final class SparseChoice {
    private final Campaign campaign;
    private final Tariff tariff;
    private final Sparse how;
    private final Probe load;
    private final List<SiteId> sites;

    /**
     * @param campaign that is sparse
     */
    public SparseChoice(Campaign campaign, Tariff tariff) {
        this.campaign = campaign;
        this.tariff = tariff;
        this.how = campaign.sparse().orElseThrow();
        this.load = campaign.probes().stream().filter(Probe::isLoad).findFirst().orElseThrow();
        this.sites =
                campaign.agents().stream().map(Participant::site).distinct().toList();
    }

    /**
     * What is next.
     *
     * @param pairs to be loaded now; empty when it is enough
     * @param certainty share of the verdicts that are expected to be right; empty before there is an expectation
     */
    public record Next(List<Pair> pairs, Optional<Double> certainty) {
        public Next {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * The next links.
     *
     * @param snapshot of all that was measured
     * @param tried pairs that were loaded, failed as often as they may, or cannot be
     * @param loads that were made, failures included
     */
    public Next next(Snapshot snapshot, Set<Pair> tried, int loads) {
        int left = how.perAgent() * campaign.agents().size() - loads;
        List<Pair> caps = caps(snapshot);
        List<Pair> sample = new ArrayList<>(campaign.pairs());
        sample.removeAll(caps);
        Collections.shuffle(sample, new Random(campaign.seed()));
        for (List<Pair> stage :
                List.of(caps, atMost(sample, Math.max(2, campaign.agents().size() / 2)))) {
            List<Pair> open = new ArrayList<>(stage);
            open.removeAll(tried);
            if (!open.isEmpty()) {
                return new Next(atMost(open, left), Optional.empty());
            }
        }
        List<Pair> open = new ArrayList<>(campaign.pairs());
        open.removeAll(tried);
        RelayVerdicts verdicts = verdicts(snapshot);
        double certainty = verdicts.certainty();
        if (certainty >= how.certainty()) {
            return new Next(List.of(), Optional.of(certainty));
        }
        Map<Pair, Double> worth = new HashMap<>();
        open.forEach(pair -> worth.put(pair, verdicts.worth(pair.link()) / dollars(pair)));
        List<Pair> best = new ArrayList<>(open);
        best.sort(Comparator.comparingDouble((Pair pair) -> worth.getOrDefault(pair, 0.0))
                .reversed()
                .thenComparing(Pair::toString));
        int batch = Math.max(2, campaign.agents().size() / 4);
        return new Next(atMost(best, Math.min(left, batch)), Optional.of(certainty));
    }

    private static List<Pair> atMost(List<Pair> pairs, int most) {
        return pairs.subList(0, Math.max(0, Math.min(most, pairs.size())));
    }

    private double dollars(Pair pair) {
        Money cost = CampaignPlan.sum(tariff.most(pair, load.task())).money();
        return cost.nanoDollars() == 0 ? 1 : cost.nanoDollars() / 1e9;
    }

    /** The verdicts as far as they are known. */
    public RelayVerdicts verdicts(Snapshot snapshot) {
        Map<Link, Belief> beliefs = new HashMap<>();
        for (Prediction predicted : Predictions.ofUnmeasured(snapshot)) {
            double bps = predicted.rate().bitsPerSecond();
            beliefs.put(
                    predicted.link(),
                    new Belief(
                            bps,
                            predicted
                                    .interval()
                                    .map(ends -> (double) ends.low().bitsPerSecond())
                                    .orElse(0.0),
                            predicted
                                    .interval()
                                    .map(ends -> (double) ends.high().bitsPerSecond())
                                    .orElse(2 * bps)));
        }
        List<Double> misses = new ArrayList<>();
        for (LinkEstimate link : snapshot.links()) {
            Optional<Double> rate = link.mostStreams().map(RatePoint::best).map(best -> (double) best.bitsPerSecond());
            rate.ifPresent(bps -> {
                beliefs.put(link.link(), Belief.measured(bps));
                Predictions.of(snapshot, link.link())
                        .map(expected -> bps / expected.rate().bitsPerSecond())
                        .filter(miss -> miss > 0 && Double.isFinite(miss))
                        .ifPresent(misses::add);
            });
        }
        return RelayVerdicts.of(
                sites,
                beliefs,
                misses.stream().mapToDouble(Double::doubleValue).toArray(),
                how.gain(),
                new Random(campaign.seed()));
    }

    private List<Pair> caps(Snapshot snapshot) {
        Set<Pair> chosen = new LinkedHashSet<>(matched(snapshot, pair -> inside(pair.link())));
        chosen.addAll(matched(snapshot, pair -> !inside(pair.link())));
        return new ArrayList<>(chosen);
    }

    private static boolean inside(Link link) {
        return link.from().provider().equals(link.to().provider());
    }

    /** The nearest first, nobody twice at one side. */
    private List<Pair> matched(Snapshot snapshot, Predicate<Pair> which) {
        List<Pair> nearest =
                new ArrayList<>(campaign.pairs().stream().filter(which).toList());
        Map<Pair, Duration> far = new HashMap<>();
        nearest.forEach(pair -> far.put(
                pair,
                snapshot.findLink(pair.link())
                        .flatMap(LinkEstimate::rtt)
                        .map(RttEstimate::median)
                        .orElse(Duration.ofDays(1))));
        nearest.sort(Comparator.comparing((Pair pair) -> far.getOrDefault(pair, Duration.ZERO))
                .thenComparing(Pair::toString));
        Set<Participant> send = new HashSet<>();
        Set<Participant> receive = new HashSet<>();
        List<Pair> matched = new ArrayList<>();
        for (Pair pair : nearest) {
            if (!send.contains(pair.from()) && !receive.contains(pair.to())) {
                send.add(pair.from());
                receive.add(pair.to());
                matched.add(pair);
            }
        }
        return matched;
    }
}
