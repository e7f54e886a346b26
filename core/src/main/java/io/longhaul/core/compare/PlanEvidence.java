package io.longhaul.core.compare;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What a plan stands on: the runs behind each of its links, its prices, and whether it still holds when every link carries
 * only the least that its runs allow. Immutable.
 *
 * @param links one entry for each link used, in their order
 * @param pricesAsOf the date of the oldest price list used; empty when none is dated
 * @param priceSources where the prices come from, each once
 * @param lowEnd share of the plan's rate that is carried when every link is at its low end; empty when no link has one
 * @param timeAtLowEnd how long the transfer takes then
 * @param deadlineHoldsAtLowEnd whether that is within the deadline; empty without one
 */
public record PlanEvidence(
        List<OfLink> links,
        Optional<LocalDate> pricesAsOf,
        List<String> priceSources,
        OptionalDouble lowEnd,
        Optional<Duration> timeAtLowEnd,
        Optional<Boolean> deadlineHoldsAtLowEnd) {
    /**
     * The runs behind one link.
     *
     * @param link the link
     * @param runs how many; 0 when the rate was given or assumed
     * @param asOf the newest of them
     * @param received what arrived, over a short run below the steady rate
     * @param sent what was sent, over a short run above it
     * @param low the least the runs allow of one VM pair: the lower end of the interval, or what was received
     * @param fromVm VM type of the sender
     * @param toVm VM type of the receiver
     * @param assumes what the plan assumes beyond the runs, in words; empty text for nothing
     */
    public record OfLink(
            Link link,
            int runs,
            Optional<Instant> asOf,
            Optional<Bandwidth> received,
            Optional<Bandwidth> sent,
            Optional<Bandwidth> low,
            Optional<String> fromVm,
            Optional<String> toVm,
            String assumes) {}

    public PlanEvidence {
        links = List.copyOf(links);
        priceSources = List.copyOf(priceSources);
    }

    /** The evidence of a plan made for a problem. */
    public static PlanEvidence of(PlanningProblem problem, TransferPlan plan) {
        NetworkModel network = problem.network();
        List<LinkModel> models =
                plan.rates().keySet().stream().map(network::getLink).toList();
        List<EgressPrice> egress = models.stream().map(LinkModel::price).toList();
        List<VmPrice> vms = plan.vms().keySet().stream()
                .flatMap(site -> network.getSite(site).listed().stream())
                .toList();
        OptionalDouble share = lowEnd(network, plan, models);
        Optional<Duration> time = share.isPresent()
                ? Optional.of(plan.time()
                        .expected()
                        .minus(plan.time().transfer())
                        .plus(Duration.ofNanos(
                                Math.round(plan.time().transfer().toNanos() / Math.max(1e-6, share.getAsDouble())))))
                : Optional.empty();
        return new PlanEvidence(
                models.stream().map(model -> ofLink(network, plan, model)).toList(),
                Stream.concat(
                                egress.stream().flatMap(price -> price.asOf().stream()),
                                vms.stream().flatMap(price -> price.asOf().stream()))
                        .min(LocalDate::compareTo),
                Stream.concat(
                                egress.stream().map(EgressPrice::source),
                                vms.stream().map(VmPrice::source))
                        .distinct()
                        .toList(),
                share,
                time,
                time.flatMap(low -> problem.request().deadline().map(limit -> low.compareTo(limit) <= 0)));
    }

    private static OfLink ofLink(NetworkModel network, TransferPlan plan, LinkModel model) {
        Link link = model.link();
        Optional<RatePoint> point = model.evidence();
        return new OfLink(
                link,
                point.map(RatePoint::samples).orElse(0),
                point.flatMap(RatePoint::asOf),
                point.flatMap(RatePoint::received),
                point.flatMap(RatePoint::sent),
                point.map(PlanEvidence::low),
                network.findSite(link.from()).flatMap(SiteModel::vmType),
                network.findSite(link.to()).flatMap(SiteModel::vmType),
                assumes(plan, model));
    }

    private static String assumes(TransferPlan plan, LinkModel model) {
        if (model.evidence().isEmpty()) {
            return "the rate was given or follows from a window and the round-trip time; it was not measured";
        }
        int pairs = Math.min(
                plan.vmsAt(model.link().from()), plan.vmsAt(model.link().to()));
        if (pairs < 2 || model.totalCap().isPresent()) {
            return "";
        }
        String scaling = pairs + " VM pairs carry " + pairs + " times what one carries";
        return model.limit() == BindingLimit.PATH_CAP || model.limit() == BindingLimit.NOT_IDENTIFIED
                ? scaling + ", though "
                        + (model.limit() == BindingLimit.PATH_CAP ? "the path binds" : "what binds is not identified")
                : scaling;
    }

    /** The least of what was received and of what the interval allows. */
    private static Bandwidth low(RatePoint point) {
        return Stream.of(point.received(), point.interval().map(interval -> interval.low()), Optional.of(point.best()))
                .flatMap(Optional::stream)
                .min(Bandwidth::compareTo)
                .orElseThrow();
    }

    private static OptionalDouble lowEnd(NetworkModel network, TransferPlan plan, Collection<LinkModel> models) {
        NetworkModel low = network;
        boolean known = false;
        for (LinkModel model : models) {
            if (model.evidence().isPresent()) {
                known = true;
                RatePoint point = model.evidence().get();
                double share = low(point).dividedBy(point.best());
                low = low.with(model.withRates(model.rates().times(share)));
            }
        }
        return known ? OptionalDouble.of(PlanReview.of("", plan, low).share()) : OptionalDouble.empty();
    }
}
