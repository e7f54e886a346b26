package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Weighs the three offers for one link: more streams, which are free; more VMs, which cost VM-hours; a relay, which pays
 * egress twice (planner-models 5.3). A relay is the verdict only where no allowed number of VMs is at least as fast and
 * cheaper. Confined to one thread.
 */
final class LinkJudge {
    /** An offer must be this much faster to be worth a change. */
    private static final double WORTH = 1.1;

    private final Snapshot snapshot;
    private final PriceBook prices;
    private final RecommendOptions options;
    private final RateTable rates;

    LinkJudge(Snapshot snapshot, PriceBook prices, RecommendOptions options, RateTable rates) {
        this.snapshot = snapshot;
        this.prices = prices;
        this.options = options;
        this.rates = rates;
    }

    Recommendation judge(Link link) {
        int from = rates.index(link.from());
        int to = rates.index(link.to());
        Bandwidth direct = rates.rate(link);
        int relay = rates.bestRelay(from, to);
        Optional<SiteId> via = relay < 0 ? Optional.empty() : Optional.of(rates.sites.get(relay));
        Optional<Bandwidth> relayRate = via.map(site -> Bandwidth.ofBitsPerSecond(rates.overRelay(from, relay, to)));
        Optional<Bandwidth> streams = streams(link, direct);
        Bandwidth onePair = streams.map(direct::max).orElse(direct);
        Optional<Bandwidth> second = options.maxVms() >= 2 ? Optional.of(onePair.times(2L)) : Optional.empty();
        var known = new LinkCase(link, direct, streams, onePair, via, relayRate, bound(link));
        Verdict verdict = Verdict.DIRECT;
        int vms = 1;
        Optional<FailedRun> failed = rates.failedRun(link);
        boolean sound = failed.isEmpty(); // no verdict on a number that is no measurement
        if (sound && streamsWin(known)) {
            verdict = Verdict.MORE_STREAMS;
        } else if (sound && relayRate.isPresent() && exceeds(relayRate.get(), onePair)) {
            vms = vmsInsteadOf(known);
            verdict = vms > 1 ? Verdict.MORE_VMS : Verdict.RELAY;
        }
        OptionalDouble gain = relayRate.isPresent() && !direct.isZero()
                ? OptionalDouble.of(relayRate.get().dividedBy(direct))
                : OptionalDouble.empty();
        return new Recommendation(
                link,
                verdict,
                direct,
                via,
                relayRate,
                gain,
                priceRatio(link, via),
                streams,
                second,
                vms,
                failed.map(LinkJudge::measureAgain).orElse(Why.sentence(known, verdict, vms, costs(known, vms))));
    }

    private static String measureAgain(FailedRun run) {
        return "Measure it again: its run failed, " + Show.rate(run.rate()) + " arrived where "
                + Show.rate(run.expected()) + " is likely.";
    }

    private static boolean exceeds(Bandwidth offer, Bandwidth base) {
        return offer.bitsPerSecond() >= WORTH * base.bitsPerSecond();
    }

    private static boolean streamsWin(LinkCase link) {
        return link.streams().isPresent()
                && exceeds(link.streams().get(), link.direct())
                && link.relayRate()
                        .map(relay -> relay.compareTo(link.streams().get()) <= 0)
                        .orElse(true);
    }

    /** By the single-flow basis: what many streams were seen to carry, else what they would within the caps. */
    private Optional<Bandwidth> streams(Link link, Bandwidth direct) {
        if (options.basis() == RateBasis.MULTI_STREAM) {
            return Optional.empty();
        }
        Optional<Bandwidth> measured = RateTable.most(snapshot, link)
                .filter(point -> point.streams() > 1)
                .map(RatePoint::carried);
        return measured.or(() -> {
            Bandwidth filled = direct.times((long) options.streamsPerVm());
            return Optional.of(bound(link).map(filled::min).orElse(filled));
        });
    }

    /** min(sender's egress cap, receiver's ingress cap); empty when neither is known. */
    private Optional<Bandwidth> bound(Link link) {
        Optional<Bandwidth> egress =
                snapshot.findSite(link.from()).flatMap(SiteEstimate::egress).map(CapEstimate::value);
        Optional<Bandwidth> ingress =
                snapshot.findSite(link.to()).flatMap(SiteEstimate::ingress).map(CapEstimate::value);
        return egress.isPresent() && ingress.isPresent()
                ? Optional.of(egress.get().min(ingress.get()))
                : egress.or(() -> ingress);
    }

    /** The fewest VMs at each end that are at least as fast as the relay and cheaper; 1 when none are. */
    private int vmsInsteadOf(LinkCase link) {
        return IntStream.rangeClosed(2, options.maxVms())
                .filter(vms -> link.onePair()
                                .times((long) vms)
                                .compareTo(link.relayRate().orElseThrow())
                        >= 0)
                .filter(vms -> cheaper(link, vms))
                .findFirst()
                .orElse(1);
    }

    private boolean cheaper(LinkCase link, int vms) {
        Optional<OfferCosts> costs = costs(link, vms);
        return costs.map(both -> both.vms().compareTo(both.relay()) < 0).orElse(true);
    }

    /** What the VMs and the relay would cost for the reference size; empty when a price is unknown. */
    private Optional<OfferCosts> costs(LinkCase link, int vms) {
        if (link.relay().isEmpty() || link.onePair().isZero()) {
            return Optional.empty();
        }
        SiteId relay = link.relay().get();
        SiteId from = link.link().from();
        SiteId to = link.link().to();
        Optional<EgressPrice> direct = prices.findEgress(link.link());
        Optional<EgressPrice> first = prices.findEgress(new Link(from, relay));
        Optional<EgressPrice> second = prices.findEgress(new Link(relay, to));
        if (direct.isEmpty() || first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        DataSize size = options.size();
        Money onVms = direct.get()
                .cost(size, DataSize.ZERO)
                .plus(vmCost(List.of(from, to), vms, link.onePair().times((long) vms)));
        Money overRelay = first.get()
                .cost(size, DataSize.ZERO)
                .plus(second.get().cost(size, DataSize.ZERO))
                .plus(vmCost(List.of(from, relay, to), 1, link.relayRate().orElseThrow()));
        return Optional.of(new OfferCosts(size, onVms, overRelay));
    }

    private Money vmCost(List<SiteId> sites, int vms, Bandwidth rate) {
        Money sum = Money.ZERO;
        for (SiteId site : sites) {
            var price = snapshot.findSite(site)
                    .flatMap(SiteEstimate::vmType)
                    .flatMap(type -> prices.findVm(site, type))
                    .map(VmPrice::price)
                    .orElse(options.vmPrice());
            sum = sum.plus(price.times(options.size().dividedBy(rate)).times((long) vms));
        }
        return sum;
    }

    private OptionalDouble priceRatio(Link link, Optional<SiteId> relay) {
        if (relay.isEmpty()) {
            return OptionalDouble.empty();
        }
        Optional<EgressPrice> direct = prices.findEgress(link);
        Optional<EgressPrice> first = prices.findEgress(new Link(link.from(), relay.get()));
        Optional<EgressPrice> second = prices.findEgress(new Link(relay.get(), link.to()));
        if (direct.isEmpty() || first.isEmpty() || second.isEmpty()) {
            return OptionalDouble.empty();
        }
        double base = direct.get().firstTier().dollars();
        double both = first.get().firstTier().plus(second.get().firstTier()).dollars();
        return base == 0 ? OptionalDouble.empty() : OptionalDouble.of(both / base);
    }
}
