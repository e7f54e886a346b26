package io.longhaul.estimator;

import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import io.longhaul.core.units.Show;
import io.longhaul.stats.Quantiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Fills in the links that a sparse campaign left out, and names those that break the pattern of the others. Confined to one thread.
 *
 * <p>A link should carry the smaller of its sender's egress and its receiver's ingress cap, times what links of equal VMs at
 * a like round-trip time carried of theirs: the median of the nearest third, 39 to 79 links, moved along their own slope over the RTT. The
 * interval is the range of ranks of these that holds the next link with 95 %: ranks l and u of n hold it with probability (u -
 * l) / (n + 1) (Le Boudec, "Performance Evaluation of Computer and Communication Systems", 2010, section 2.4.2), which needs
 * 39 links and no distribution. It says where one more link would lie, not where a mean does. Where fewer links of the kind were
 * measured, the ranks are those of how far the measured links of all kinds lie from what the others of theirs make one expect.
 */
public final class Predictions {
    /** The fewest links that allow a 95 % prediction by ranks. */
    public static final int FEWEST = 39;

    private static final int MOST_NEIGHBOURS = 79;
    private static final double LEVEL = 0.95;

    /** A measured link this far outside its interval, as a share of the prediction, breaks the model. */
    private static final double MATERIAL = 0.1;

    private record Kinds(String sender, String receiver) {}

    /** A measured link: its rate, and what its VMs allow. */
    private record Known(Link link, double bps, OptionalDouble allowed, OptionalDouble logRtt) {}

    /**
     * What links of a kind make one expect.
     *
     * @param bps the middle
     * @param shares theirs, of {@code allowed}, as they would be at this round-trip time; lowest first
     * @param allowed what the VMs allow; one where no cap is known, so that shares are rates
     */
    private record Expected(double bps, List<Double> shares, double allowed) {}

    private final Snapshot snapshot;
    private final int streams;
    private final Map<Kinds, List<Known>> known = new HashMap<>();

    /** Measured rates over what the others of their kind make one expect, lowest first, by whether its round-trip time is
     * known. */
    private final Map<Boolean, List<Double>> misses = new HashMap<>();

    /** Kinds with links measured without a round-trip time: like is compared with like. */
    private final Set<Kinds> blind = new HashSet<>();

    private final Map<Kinds, Boolean> capsHelp = new HashMap<>();

    private Predictions(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.streams = commonStreams(snapshot);
        for (LinkEstimate link : snapshot.links()) {
            point(link)
                    .ifPresent(point -> known.computeIfAbsent(kinds(link.link()), key -> new ArrayList<>())
                            .add(new Known(
                                    link.link(),
                                    point.best().bitsPerSecond(),
                                    allowed(link.link()),
                                    logRtt(link.link()))));
        }
        known.forEach((kinds, links) -> {
            if (links.stream().filter(link -> link.logRtt().isEmpty()).count() > 1) {
                blind.add(kinds);
            }
        });
    }

    /** Links never measured, and measured ones that break the pattern. */
    public static List<Prediction> of(Snapshot snapshot) {
        List<Prediction> all = new ArrayList<>(ofUnmeasured(snapshot));
        all.addAll(breaks(snapshot));
        return all;
    }

    /** Every link between two known sites that was never measured with the usual number of streams. */
    public static List<Prediction> ofUnmeasured(Snapshot snapshot) {
        var model = new Predictions(snapshot);
        List<Prediction> predictions = new ArrayList<>();
        for (SiteEstimate from : snapshot.sites()) {
            for (SiteEstimate to : snapshot.sites()) {
                if (!from.id().equals(to.id())) {
                    var link = new Link(from.id(), to.id());
                    boolean measured = snapshot.findLink(link)
                            .filter(known -> !known.rates().isEmpty())
                            .isPresent();
                    if (!measured) {
                        model.predict(link, Optional.empty()).ifPresent(predictions::add);
                    }
                }
            }
        }
        return List.copyOf(predictions);
    }

    /** One link as the others make one expect it, whether or not it was measured; empty when nothing is known of its kind. */
    public static Optional<Prediction> of(Snapshot snapshot, Link link) {
        return new Predictions(snapshot).predict(link, Optional.empty());
    }

    /** Measured links that lie outside what the others make one expect. */
    public static List<Prediction> breaks(Snapshot snapshot) {
        var model = new Predictions(snapshot);
        return snapshot.links().stream()
                .flatMap(link -> model.point(link).stream()
                        .flatMap(point -> model.predict(link.link(), Optional.of(point.best())).stream()))
                .filter(Predictions::isBroken)
                .toList();
    }

    private static boolean isBroken(Prediction prediction) {
        double rate = prediction.measured().map(Bandwidth::bitsPerSecond).orElse(0L);
        double slack = MATERIAL * prediction.rate().bitsPerSecond();
        return prediction
                .interval()
                .filter(interval -> rate < interval.low().bitsPerSecond() - slack
                        || rate > interval.high().bitsPerSecond() + slack)
                .isPresent();
    }

    private static int commonStreams(Snapshot snapshot) {
        Map<Integer, Integer> counts = new HashMap<>();
        snapshot.links()
                .forEach(link -> link.mostStreams().ifPresent(point -> counts.merge(point.streams(), 1, Integer::sum)));
        return counts.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(1);
    }

    private Optional<RatePoint> point(LinkEstimate link) {
        return link.rates().stream().filter(point -> point.streams() == streams).reduce((first, last) -> last);
    }

    private Kinds kinds(Link link) {
        return new Kinds(kind(link.from()), kind(link.to()));
    }

    private String kind(SiteId site) {
        return site.provider() + ":"
                + snapshot.findSite(site).flatMap(SiteEstimate::vmType).orElse(RatePoints.UNKNOWN);
    }

    /** What the caps of both VMs allow in the scope of the link; empty when neither is known. */
    private OptionalDouble allowed(Link link) {
        return Stream.of(
                        snapshot.findSite(link.from()).flatMap(site -> site.egressTo(link.to())),
                        snapshot.findSite(link.to()).flatMap(site -> site.ingressFrom(link.from())))
                .flatMap(Optional::stream)
                .mapToDouble(cap -> cap.value().bitsPerSecond())
                .filter(bps -> bps > 0)
                .min();
    }

    private OptionalDouble logRtt(Link link) {
        return rtt(link)
                .or(() -> rtt(link.reversed()))
                .map(rtt -> OptionalDouble.of(Math.log(Durations.seconds(rtt.median()))))
                .orElseGet(OptionalDouble::empty);
    }

    private Optional<RttEstimate> rtt(Link link) {
        return snapshot.findLink(link).flatMap(LinkEstimate::rtt);
    }

    private Optional<Prediction> predict(Link link, Optional<Bandwidth> measured) {
        OptionalDouble at = logRtt(link);
        return expected(link, at).map(expected -> {
            int links = expected.shares().size();
            Optional<RateInterval> interval = links < FEWEST
                    ? interval(misses(at.isPresent()), expected.bps())
                    : interval(expected.shares(), expected.allowed());
            return new Prediction(
                    link,
                    streams,
                    Bandwidth.ofBitsPerSecond(expected.bps()),
                    interval,
                    measured,
                    basis(link, links, at.isPresent(), interval.isPresent()));
        });
    }

    /** What the others of its kind make one expect of a link. */
    private Optional<Expected> expected(Link link, OptionalDouble at) {
        List<Known> kind = known.getOrDefault(kinds(link), List.of());
        return expected(link, at, kind.size() > FEWEST || capsHelp(kinds(link), kind));
    }

    /** Where few links of a kind are known their caps may be too: whether shares of caps tell each from the others better than rates. */
    private boolean capsHelp(Kinds kinds, List<Known> kind) {
        return capsHelp.computeIfAbsent(kinds, key -> error(kind, true) <= error(kind, false));
    }

    /** Median of how far the links of a kind lie from what the others make one expect, as a logarithm; infinite for one link. */
    private double error(List<Known> kind, boolean byCaps) {
        double[] misses = kind.stream()
                .flatMap(link -> expected(link.link(), link.logRtt(), byCaps).stream()
                        .map(expected -> Math.abs(Math.log(link.bps() / expected.bps()))))
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .toArray();
        return misses.length == 0 ? Double.POSITIVE_INFINITY : Quantiles.median(misses);
    }

    private Optional<Expected> expected(Link link, OptionalDouble at, boolean byCaps) {
        List<Known> like = known.getOrDefault(kinds(link), List.of()).stream()
                .filter(other -> !other.link().equals(link))
                .filter(other ->
                        at.isPresent() == other.logRtt().isPresent() || (at.isEmpty() && !blind.contains(kinds(link))))
                .sorted(Comparator.comparingDouble(
                        other -> at.isEmpty() ? 0 : Math.abs(other.logRtt().orElse(0) - at.getAsDouble())))
                .toList();
        if (at.isPresent()) {
            like = like.subList(0, Math.min(like.size(), Math.min(MOST_NEIGHBOURS, Math.max(FEWEST, like.size() / 3))));
        }
        if (like.isEmpty()) {
            return Optional.empty();
        }
        // shares of caps and rates without caps are not to be mixed
        OptionalDouble cap = allowed(link);
        boolean byCap = byCaps
                && cap.isPresent()
                && like.stream().allMatch(other -> other.allowed().isPresent());
        ToDoubleFunction<Known> share =
                byCap ? other -> other.bps() / other.allowed().getAsDouble() : Known::bps;
        List<Double> shares = (at.isPresent()
                        ? movedTo(at.getAsDouble(), like, share)
                        : like.stream().mapToDouble(share))
                .sorted()
                .boxed()
                .toList();
        double allowed = byCap ? cap.getAsDouble() : 1;
        return Optional.of(new Expected(
                allowed
                        * Quantiles.median(
                                shares.stream().mapToDouble(Double::doubleValue).toArray()),
                shares,
                allowed));
    }

    /**
     * Where few links of a kind were measured: how far the measured links of all kinds lie from what the others of theirs make one
     * expect, by the same ranks; empty when these are too few as well.
     */
    private List<Double> misses(boolean withRtt) {
        List<Double> known = misses.get(withRtt);
        if (known == null) {
            known = this.known.values().stream()
                    .flatMap(List::stream)
                    .filter(link -> link.logRtt().isPresent() == withRtt)
                    .flatMap(link ->
                            expected(link.link(), link.logRtt()).stream().map(expected -> link.bps() / expected.bps()))
                    .filter(Double::isFinite)
                    .sorted()
                    .toList();
            misses.put(withRtt, known);
        }
        return known;
    }

    /** Shares as they would be at another round-trip time, along the slope between the nearer and the farther third. */
    private static DoubleStream movedTo(double logRtt, List<Known> links, ToDoubleFunction<Known> share) {
        List<Known> byRtt = links.stream()
                .sorted(Comparator.comparingDouble(link -> link.logRtt().orElse(logRtt)))
                .toList();
        int third = byRtt.size() < FEWEST ? 0 : byRtt.size() / 3;
        double slope = 0;
        if (third > 0) {
            List<Known> near = byRtt.subList(0, third);
            List<Known> far = byRtt.subList(byRtt.size() - third, byRtt.size());
            double run = median(far, link -> link.logRtt().orElse(logRtt))
                    - median(near, link -> link.logRtt().orElse(logRtt));
            slope = run <= 0 ? 0 : (median(far, share) - median(near, share)) / run;
        }
        double tilt = slope;
        return byRtt.stream()
                .mapToDouble(link -> Math.max(
                        0,
                        share.applyAsDouble(link)
                                + tilt * (logRtt - link.logRtt().orElse(logRtt))));
    }

    private static double median(List<Known> links, ToDoubleFunction<Known> value) {
        return Quantiles.median(links.stream().mapToDouble(value).toArray());
    }

    private static Optional<RateInterval> interval(List<Double> shares, double allowed) {
        int n = shares.size();
        if (n < FEWEST) {
            return Optional.empty();
        }
        // two samples are spent on the slope, so that the ranks move outwards rather than inwards
        int lower = Math.max(1, (int) Math.floor((1 - LEVEL) / 2 * (n - 1)));
        int upper = n + 1 - lower;
        return Optional.of(new RateInterval(
                Bandwidth.ofBitsPerSecond(allowed * shares.get(lower - 1)),
                Bandwidth.ofBitsPerSecond(allowed * shares.get(upper - 1)),
                LEVEL));
    }

    private String basis(Link link, int links, boolean byRtt, boolean interval) {
        OptionalDouble allowed = allowed(link);
        String caps = allowed.isPresent()
                ? "its VMs allow " + Show.rate(Bandwidth.ofBitsPerSecond(allowed.getAsDouble())) + "; "
                : "no cap of its VMs is known; ";
        String others = links + " measured links of equal VMs" + (byRtt ? " at the nearest round-trip times" : "");
        if (links >= FEWEST) {
            return caps + others;
        }
        return caps
                + others
                + (interval
                        ? "; the interval is of how far links of all kinds lie from the others of theirs"
                        : ": too few for an interval, " + FEWEST + " would do");
    }
}
