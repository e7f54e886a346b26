package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Remedy;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.planner.baseline.Baselines;
import io.longhaul.planner.baseline.SimpleWay;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Weighs the offers for one link (planner-models 5.3). What is free goes first: where a window, a buffer, loss or a cap per
 * flow binds, streams or settings, whatever a relay carries. Then more VMs, wherever they are at least as fast as the best
 * relay and cheaper; then the relay. Where an offer could help and the limit is not known, nothing is advised. Confined to
 * one thread.
 */
final class LinkJudge {
    /** An offer must be this much faster to be worth a change. */
    private static final double WORTH = 1.1;

    /** Direct counts as reaching the bound from this share of it. */
    private static final double REACHES = 0.95;

    private final NetworkModel network;
    private final RecommendOptions options;
    private final LinkEstimate estimate;
    private final Link link;
    private final Baselines ways;
    private final Bandwidth direct;
    private final Bandwidth fastestRelay;
    private final Optional<SimpleWay> relay;
    private final Optional<Bandwidth> bound;
    private final Optional<FailedRun> failed;

    LinkJudge(
            Snapshot snapshot, NetworkModel network, RecommendOptions options, LinkEstimate estimate, Baselines ways) {
        this.network = network;
        this.options = options;
        this.estimate = estimate;
        this.ways = ways;
        link = estimate.link();
        direct = ways.straightRate();
        fastestRelay = ways.fastestRelay();
        relay = ways.relayByMoney();
        bound = snapshot.bound(link);
        failed = snapshot.failedRuns().stream()
                .filter(run -> run.link().equals(link))
                .max(Comparator.comparing(FailedRun::rate));
    }

    Recommendation judge() {
        if (direct.isZero()) {
            return measureAgain(nothingSound());
        }
        return options.basis() == RateBasis.SINGLE_FLOW ? fromOneStream() : fromMostStreams();
    }

    private Recommendation fromOneStream() {
        LinkModel model = network.getLink(link);
        BindingLimit limit =
                estimate.singleFlow().isPresent() ? estimate.singleFlowLimit() : BindingLimit.RECEIVE_WINDOW;
        if (model.evidence().stream().noneMatch(point -> point.streams() > 1)) {
            return Remedy.lifts(limit) ? liftedBeyondWhatWasMeasured(model, limit) : beyondFree(direct, limit);
        }
        Bandwidth many = model.rates().maxRate();
        if (exceeds(many, direct) && many.compareTo(fastestRelay) >= 0) {
            return answer(
                    Verdict.MORE_STREAMS,
                    Optional.of(many),
                    1,
                    "One stream carries " + Show.rate(direct) + ", "
                            + model.rates().maxStreams() + " on the same VMs " + Show.rate(many) + ", "
                            + times(many, direct) + ", for no extra charge" + overRelay(" one stream") + ".",
                    List.of(Remedy.check(link, model.rates().maxStreams())));
        }
        return beyondFree(many.max(direct), model.limit());
    }

    private Recommendation fromMostStreams() {
        LinkModel model = network.getLink(link);
        if (!Remedy.lifts(model.limit())) {
            return beyondFree(direct, model.limit());
        }
        if (streams(model) == 1 || bound.isEmpty()) {
            return liftedBeyondWhatWasMeasured(model, model.limit());
        }
        Bandwidth reachable = estimate.pathCap().map(bound.get()::min).orElse(bound.get());
        if (!exceeds(reachable, direct)) {
            return nothing(direct, "");
        }
        Remedy remedy = Remedy.of(model, model.limit(), direct, streams(model), reachable, options.streamsPerVm());
        String set = remedy.streams() > streams(model)
                ? remedy.streams() + " streams"
                : remedy.window()
                        .map(window -> "windows of " + Show.size(window) + " a stream")
                        .orElse("other settings of the kernel");
        return answer(
                Verdict.MORE_STREAMS,
                Optional.of(reachable),
                1,
                binding(model, model.limit()) + " The VM caps of its ends allow " + Show.rate(reachable) + ", "
                        + times(reachable, direct) + ": " + set + " may reach it, for no extra charge"
                        + overRelay("") + ".",
                remedy.commands());
    }

    /** Streams help, and how far was not measured: twice as many are the next to try. */
    private Recommendation liftedBeyondWhatWasMeasured(LinkModel model, BindingLimit limit) {
        Bandwidth wanted = bound.orElseGet(() -> direct.times(2L));
        if (!exceeds(wanted, direct)) {
            return nothing(direct, "");
        }
        int now = options.basis() == RateBasis.SINGLE_FLOW ? 1 : streams(model);
        Remedy remedy = Remedy.of(model, limit, direct, now, wanted, options.streamsPerVm());
        String most = bound.map(cap -> "; the VM caps of its ends allow at most " + Show.rate(cap))
                .orElse("");
        return answer(
                Verdict.MORE_STREAMS,
                Optional.empty(),
                1,
                binding(model, limit) + " More of them are free, and how much they carry was not measured" + most
                        + overRelay("") + ".",
                remedy.commands());
    }

    private String binding(LinkModel model, BindingLimit limit) {
        int now = options.basis() == RateBasis.SINGLE_FLOW ? 1 : streams(model);
        String implied = limit == BindingLimit.RECEIVE_WINDOW || limit == BindingLimit.SEND_BUFFER
                ? model.windowFor(direct, now)
                        .map(window -> " (" + Show.size(window) + " a stream)")
                        .orElse("")
                : "";
        return (now == 1 ? "One stream carries " : now + " streams carry ") + Show.rate(direct) + " and "
                + limit.words() + implied + " binds.";
    }

    private static int streams(LinkModel model) {
        return model.evidence().map(RatePoint::streams).orElse(model.rates().maxStreams());
    }

    /**
     * Where nothing free is known to help.
     *
     * @param onePair what one VM pair carries with the best streams known
     */
    private Recommendation beyondFree(Bandwidth onePair, BindingLimit limit) {
        boolean room = bound.map(cap -> exceeds(cap, onePair)).orElse(true);
        boolean relayHelps = relay.isPresent() && exceeds(relay.get().rate(), onePair);
        if (limit == BindingLimit.NOT_IDENTIFIED && (room || relayHelps)) {
            return measureAgain("What limits it is not identified at " + Show.rate(onePair)
                    + bound.map(cap -> ", below the " + Show.rate(cap) + " of its VM caps")
                            .orElse("")
                    + ", so nothing tells whether more streams, which are free, more VMs or a relay would help"
                    + overRelay("") + ".");
        }
        if (!relayHelps) {
            return nothing(onePair, limit == BindingLimit.NOT_IDENTIFIED ? "" : ", where " + limit.words() + " binds");
        }
        SimpleWay over = relay.orElseThrow();
        Optional<SimpleWay> vms = IntStream.rangeClosed(2, options.maxVms())
                .mapToObj(ways::straight)
                .flatMap(Optional::stream)
                .filter(way -> onePair.times((long) way.vms()).compareTo(over.rate()) >= 0)
                .filter(way -> way.cost().total().compareTo(over.cost().total()) < 0)
                .findFirst();
        return vms.map(way -> moreVms(way, over, onePair, limit)).orElseGet(() -> relay(over, onePair));
    }

    private Recommendation moreVms(SimpleWay vms, SimpleWay over, Bandwidth onePair, BindingLimit limit) {
        String assumes = limit == BindingLimit.PATH_CAP
                ? " if the path limits each VM pair and not all together, which was not measured: try two pairs at once"
                : "";
        return answer(
                Verdict.MORE_VMS,
                Optional.empty(),
                vms.vms(),
                vms.vms() + " VMs at each end, of " + options.maxVms() + " allowed, would carry "
                        + Show.rate(onePair.times((long) vms.vms())) + assumes + "; the best relay, " + name(over)
                        + ", carries " + Show.rate(over.rate()) + costs(vms, over) + ".",
                List.of());
    }

    private Recommendation relay(SimpleWay over, Bandwidth onePair) {
        String allowed = options.maxVms() == 1 ? "one VM a site" : "at most " + options.maxVms() + " VMs a site";
        return answer(
                Verdict.RELAY,
                Optional.empty(),
                1,
                "Over " + name(over) + " one VM a site carries " + Show.rate(over.rate()) + ", "
                        + times(over.rate(), onePair) + " the direct " + Show.rate(onePair) + "; with " + allowed
                        + " nothing direct is as fast and cheaper"
                        + ways.straight(1).map(way -> costs(over, way)).orElse("") + ".",
                List.of());
    }

    private Recommendation nothing(Bandwidth onePair, String where) {
        String rate = "One VM pair carries " + Show.rate(onePair) + where;
        if (bound.isPresent()
                && onePair.bitsPerSecond() >= REACHES * bound.get().bitsPerSecond()) {
            return answer(
                    Verdict.DIRECT,
                    Optional.empty(),
                    1,
                    rate + ", " + Show.percent(onePair.dividedBy(bound.get())) + " of the lower VM cap of its ends, "
                            + Show.rate(bound.get()) + ": no relay can help.",
                    List.of());
        }
        return answer(
                Verdict.DIRECT,
                Optional.empty(),
                1,
                relay.map(over -> rate + "; the best relay, " + name(over) + ", carries " + Show.rate(over.rate())
                                + ", " + times(over.rate(), onePair) + ": not worth a second egress.")
                        .orElse(rate + ", and no site has rates to both ends: there is no relay to compare."),
                List.of());
    }

    private String nothingSound() {
        return failed.map(run -> "Every run of it failed: " + Show.rate(run.rate()) + " arrived where "
                        + Show.rate(run.expected()) + " is likely.")
                .orElse(
                        options.basis() == RateBasis.SINGLE_FLOW
                                ? "No single stream was measured on it."
                                : estimate.rates().isEmpty()
                                        ? "No run of it is in the log."
                                        : "Runs ended, and nothing arrived.");
    }

    private Recommendation measureAgain(String why) {
        int streams = options.basis() == RateBasis.SINGLE_FLOW ? 1 : options.streamsPerVm();
        String command = direct.isZero()
                ? Remedy.check(link, streams)
                : "at " + link.from() + ": longhaul probe sweep HOST --streams 1,8," + streams + " --from "
                        + link.from() + " --to " + link.to() + " --into log";
        return answer(Verdict.MEASURE_AGAIN, Optional.empty(), 1, why, List.of(command));
    }

    private Recommendation answer(
            Verdict verdict, Optional<Bandwidth> streams, int vms, String why, List<String> commands) {
        Optional<Bandwidth> known = Optional.of(direct).filter(rate -> !rate.isZero());
        return new Recommendation(
                link,
                verdict,
                known,
                relay.map(way -> way.sites().get(1)),
                relay.map(SimpleWay::rate),
                known.isPresent() && relay.isPresent()
                        ? OptionalDouble.of(fastestRelay.dividedBy(direct))
                        : OptionalDouble.empty(),
                priceRatio(),
                streams,
                options.maxVms() >= 2 ? ways.straight(2).map(SimpleWay::rate) : Optional.empty(),
                vms,
                why,
                commands);
    }

    /** Egress of both legs over the direct one's, by list price; empty when any of the three is assumed. */
    private OptionalDouble priceRatio() {
        if (relay.isEmpty()
                || !arePriced(List.of(link))
                || !arePriced(relay.get().hops())) {
            return OptionalDouble.empty();
        }
        double base = network.getLink(link).price().firstTier().dollars();
        double both = relay.get().hops().stream()
                .mapToDouble(hop -> network.getLink(hop).price().firstTier().dollars())
                .sum();
        return base == 0 ? OptionalDouble.empty() : OptionalDouble.of(both / base);
    }

    private boolean arePriced(List<Link> links) {
        return links.stream()
                .allMatch(hop -> network.findLink(hop)
                        .map(LinkModel::price)
                        .filter(price -> !price.isAssumed())
                        .isPresent());
    }

    private String costs(SimpleWay advised, SimpleWay other) {
        if (!arePriced(advised.hops()) || !arePriced(other.hops())) {
            return "; prices are not known, but a relay pays egress twice";
        }
        return "; " + Show.size(options.size()) + " costs "
                + Show.money(advised.cost().total()) + " against "
                + Show.money(other.cost().total());
    }

    private String overRelay(String with) {
        return relay.map(way -> "; the best relay, " + name(way) + ", gives" + with + " " + Show.rate(way.rate()))
                .orElse("");
    }

    private static String name(SimpleWay way) {
        SiteId relay = way.sites().get(1);
        return relay.toString();
    }

    private static boolean exceeds(Bandwidth offer, Bandwidth base) {
        return offer.bitsPerSecond() >= WORTH * base.bitsPerSecond();
    }

    private static String times(Bandwidth offer, Bandwidth base) {
        return String.format(Locale.ROOT, "%.2fx", offer.dividedBy(base));
    }
}
