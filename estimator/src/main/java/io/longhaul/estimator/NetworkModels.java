package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.stats.GammaLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the planner's view of the network from what was believed and what it costs. Stateless, safe for any thread. */
public final class NetworkModels {
    private NetworkModels() {}

    /**
     * What to take where snapshot and prices are silent. Immutable.
     *
     * @param vmPrice price of a VM whose type or price is unknown
     * @param egressPrice price of a link that has none; empty leaves such links out
     * @param window the receive window for links where only the round-trip time was measured; empty leaves them out
     * @param streamsPerVm streams such a link is filled with
     * @param spreadLasts how long a draw lasts on links of whose variation only the spread of runs is known; empty takes
     *     such links as constant
     */
    public record Assumptions(
            PricePerHour vmPrice,
            Optional<PricePerGigabyte> egressPrice,
            Optional<DataSize> window,
            int streamsPerVm,
            Optional<Duration> spreadLasts) {
        /** VM at 0.54 USD/h (m5.8xlarge spot, as Skyplane's planner assumes); links without a price left out. */
        public static final Assumptions DEFAULT =
                new Assumptions(PricePerHour.ofDollars(0.54), Optional.empty(), Optional.empty(), 64, Optional.empty());

        public Assumptions withVmPrice(PricePerHour price) {
            return new Assumptions(price, egressPrice, window, streamsPerVm, spreadLasts);
        }

        public Assumptions withEgressPrice(PricePerGigabyte price) {
            return new Assumptions(vmPrice, Optional.of(price), window, streamsPerVm, spreadLasts);
        }

        public Assumptions withWindow(DataSize octets) {
            return new Assumptions(vmPrice, egressPrice, Optional.of(octets), streamsPerVm, spreadLasts);
        }

        public Assumptions withSpreadLasts(Duration time) {
            return new Assumptions(vmPrice, egressPrice, window, streamsPerVm, Optional.of(time));
        }
    }

    /**
     * The network of a snapshot. A cap the snapshot does not know is taken as the best rate seen at that end, so plans
     * never assume more than was measured. No rate is above the caps of its ends.
     */
    public static NetworkModel of(Snapshot snapshot, PriceBook prices, Assumptions assumptions) {
        var links = new ArrayList<LinkModel>();
        for (LinkEstimate estimate : snapshot.links()) {
            link(snapshot, estimate, prices, assumptions).ifPresent(links::add);
        }
        Map<SiteId, Bandwidth> bestOut = best(links, true);
        Map<SiteId, Bandwidth> bestIn = best(links, false);
        var sites = new ArrayList<SiteModel>();
        for (SiteEstimate site : snapshot.sites()) {
            var caps = new VmCaps(
                    cap(site.egress(), bestOut.get(site.id())),
                    cap(site.ingress(), bestIn.get(site.id())),
                    site.perFlow().map(CapEstimate::value),
                    site.tokenBucket());
            Optional<VmPrice> listed = site.vmType().flatMap(type -> prices.findVm(site.id(), type));
            PricePerHour price = listed.map(VmPrice::price).orElse(assumptions.vmPrice());
            sites.add(new SiteModel(
                    site.id(), caps, price, site.vmType(), Optional.empty(), listed, List.of(), Uplink.NONE));
        }
        return new NetworkModel(sites, links);
    }

    private static Bandwidth cap(Optional<CapEstimate> known, @Nullable Bandwidth bestSeen) {
        return known.map(CapEstimate::value).orElse(bestSeen == null ? Bandwidth.ZERO : bestSeen);
    }

    private static Map<SiteId, Bandwidth> best(Collection<LinkModel> links, boolean outgoing) {
        var best = new HashMap<SiteId, Bandwidth>();
        for (LinkModel link : links) {
            SiteId site = outgoing ? link.link().from() : link.link().to();
            best.merge(site, link.rates().maxRate(), Bandwidth::max);
        }
        return best;
    }

    private static Optional<LinkModel> link(
            Snapshot snapshot, LinkEstimate estimate, PriceBook prices, Assumptions assumptions) {
        Link link = estimate.link();
        Optional<EgressPrice> price = prices.findEgress(link)
                .or(() -> assumptions
                        .egressPrice()
                        .map(flat -> EgressPrice.flat(link, flat, EgressPrice.ASSUMED, Optional.empty())));
        Optional<Bandwidth> single = estimate.singleFlow().or(() -> windowRate(snapshot, estimate, assumptions));
        Optional<RateCurve> curve = curve(estimate, single, assumptions);
        if (price.isEmpty() || curve.isEmpty()) {
            return Optional.empty();
        }
        Bandwidth bound = snapshot.bound(link).orElse(curve.get().maxRate());
        return Optional.of(new LinkModel(
                link,
                curve.get().atMost(bound),
                single,
                Optional.empty(),
                price.get(),
                estimate.rtt().map(rtt -> rtt.median()),
                snapshot.findVariation(link).or(() -> ofSpread(estimate, assumptions)),
                estimate.limit(),
                estimate.mostStreams()));
    }

    /** From the spread of the runs with the most streams. */
    private static Optional<RateVariation> ofSpread(LinkEstimate estimate, Assumptions assumptions) {
        return assumptions
                .spreadLasts()
                .flatMap(lasts -> estimate.rates().stream()
                        .filter(point -> point.spread().isPresent())
                        .max(Comparator.comparingInt(RatePoint::streams))
                        .filter(point -> point.spread().orElseThrow().coefficientOfVariation() > 0)
                        .map(point -> GammaLaw.variation(
                                point.spread().orElseThrow().coefficientOfVariation(),
                                Optional.of(lasts),
                                OptionalInt.of(point.rates().size()))));
    }

    private static Optional<RateCurve> curve(
            LinkEstimate estimate, Optional<Bandwidth> single, Assumptions assumptions) {
        var measured = new TreeMap<Integer, Bandwidth>();
        for (RatePoint point : estimate.rates()) {
            measured.merge(point.streams(), point.best(), Bandwidth::max);
        }
        if (measured.isEmpty()) {
            single.ifPresent(
                    rate -> measured.put(assumptions.streamsPerVm(), rate.times((long) assumptions.streamsPerVm())));
        } else {
            single.ifPresent(rate -> measured.putIfAbsent(1, rate));
        }
        measured.values().removeIf(Bandwidth::isZero);
        return measured.isEmpty() ? Optional.empty() : Optional.of(RateCurve.of(measured));
    }

    private static Optional<Bandwidth> windowRate(Snapshot snapshot, LinkEstimate estimate, Assumptions assumptions) {
        if (assumptions.window().isEmpty() || estimate.rtt().isEmpty()) {
            return Optional.empty();
        }
        Bandwidth rate =
                Bandwidth.of(assumptions.window().get(), estimate.rtt().get().median());
        for (SiteId end : List.of(estimate.link().from(), estimate.link().to())) {
            Optional<Bandwidth> cap =
                    snapshot.findSite(end).flatMap(SiteEstimate::perFlow).map(CapEstimate::value);
            rate = cap.isPresent() ? rate.min(cap.get()) : rate;
        }
        return Optional.of(rate);
    }
}
