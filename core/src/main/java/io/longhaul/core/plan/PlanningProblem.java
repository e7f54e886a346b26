package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a plan depends on: what is asked and what the network can do. Immutable.
 *
 * @param request what is asked
 * @param network what the network can do
 */
public record PlanningProblem(TransferRequest request, NetworkModel network) {
    private static final Duration MONTH = Duration.ofDays(30);

    public PlanningProblem {
        request.sources().forEach(network::getSite);
        request.to().forEach(network::getSite);
        request.limits().noTransit().forEach(place -> refuseUnknown(place, network, "not to be passed"));
        request.limits().vmQuotas().keySet().forEach(place -> refuseUnknown(place, network, "with a quota"));
        request.limits().vmQuotas().keySet().forEach(place -> refuseSharedQuota(place, network));
    }

    /** A limit on a site that is misspelt would limit nothing. */
    private static void refuseUnknown(SiteId place, NetworkModel network, String what) {
        if (network.findSite(place).isEmpty()
                && network.sites().stream().noneMatch(site -> site.id().isIn(place) || place.isIn(site.id()))) {
            throw new InvalidInputException(
                    "The site " + what + " (" + place + ") is not in the network.",
                    "Name a site or a region of the network, or leave it out.");
        }
    }

    private static void refuseSharedQuota(SiteId place, NetworkModel network) {
        long zones = network.findSite(place).isPresent()
                ? 1
                : network.sites().stream().filter(site -> site.id().isIn(place)).count();
        if (zones != 1) {
            throw new InvalidInputException(
                    "The quota of " + place + " is not that of one site of the network: " + zones + " belong to it.",
                    "Give each zone a quota of its own.");
        }
    }

    /** The same with the usual VM type at every site, as many as there may be of it. */
    public PlanningProblem ofUsualTypes() {
        Map<SiteId, Integer> ofType = network.usualQuotas();
        if (ofType.isEmpty()) {
            return this;
        }
        var quotas = new HashMap<>(request.limits().vmQuotas());
        ofType.forEach((site, most) -> quotas.merge(site, most, Math::min));
        return new PlanningProblem(request.withLimits(request.limits().withVmQuotas(quotas)), network.withoutChoices());
    }

    /**
     * The same with what is billed by a percentile of the rate as price tiers, which it is at an exact rate; itself where
     * nothing is billed so.
     *
     * @throws InvalidInputException when a link is billed so, but the time of the transfer is open or beyond a month
     */
    public PlanningProblem withPercentilesAsTiers() {
        Optional<LinkModel> billed = network.links().stream()
                .filter(link -> link.price().percentile().isPresent())
                .findFirst();
        if (billed.isEmpty()) {
            return this;
        }
        Optional<Duration> transfer = request.rate()
                .filter(rate -> request.rateExactly())
                .map(rate -> Durations.ofSeconds(request.wireSize().bytes() * 8.0 / rate.bitsPerSecond()));
        if (transfer.isEmpty() || transfer.get().compareTo(MONTH) > 0) {
            throw new InvalidInputException(
                    "The link " + billed.get().link() + " is billed by a percentile of its rate, but "
                            + transfer.map(time -> "a transfer of " + Show.time(time) + " is billed in several months.")
                                    .orElse("the rate of the transfer is open."),
                    "Ask for an exact rate that ends within 30 days (--rate with --rate-exactly), or leave the percentile"
                            + " out of the prices.");
        }
        List<LinkModel> links = network.links().stream()
                .map(link -> link.withPrice(
                        link.price().over(transfer.get(), request.billing().alreadySent())))
                .toList();
        return new PlanningProblem(request, new NetworkModel(network.sites(), links));
    }

    public PlanningProblem with(TransferRequest other) {
        return new PlanningProblem(other, network);
    }

    public PlanningProblem with(NetworkModel other) {
        return new PlanningProblem(request, other);
    }
}
