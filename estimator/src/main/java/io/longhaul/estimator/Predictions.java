package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Fills in the links that a sparse campaign left out, and names those that break the pattern of the others. Immutable.
 *
 * <p>A link should carry the smaller of its sender's egress and its receiver's ingress cap, times what links of equal VMs at
 * a like round-trip time carried of theirs: the median of the nearest third, 39 to 79 links, moved along their own slope over the RTT. The
 * interval is the range of ranks of these that holds the next link with 95 %: ranks l and u of n hold it with probability (u -
 * l) / (n + 1) (Le Boudec, "Performance Evaluation of Computer and Communication Systems", 2010, section 2.4.2), which needs
 * 39 links and no distribution. It says where one more link would lie, not where a mean does.
 */
public final class Predictions {
    /** The fewest links that allow a 95 % prediction by ranks. */
    public static final int FEWEST = 39;

    private static final int MOST_NEIGHBOURS = 79;
    private static final double LEVEL = 0.95;

    /** A measured link this far outside its interval, as a share of the prediction, breaks the model. */
    private static final double MATERIAL = 0.1;

    private record Kinds(String sender, String receiver) {}

    /** A measured link: its share of what its VMs allow. */
    private record Known(Link link, int streams, double share, OptionalDouble logRtt) {}

    private final Snapshot snapshot;
    private final int streams;
    private final Map<Kinds, List<Known>> known = new HashMap<>();

    private Predictions(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.streams = commonStreams(snapshot);
        for (LinkEstimate link : snapshot.links()) {
            point(link)
                    .ifPresent(point -> known.computeIfAbsent(kinds(link.link()), key -> new ArrayList<>())
                            .add(new Known(
                                    link.link(),
                                    streams,
                                    point.best().bitsPerSecond()
                                            / allowed(link.link()).orElse(1),
                                    logRtt(link.link()))));
        }
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

    /** What the caps of both VMs allow; empty when neither is known. */
    private OptionalDouble allowed(Link link) {
        Optional<Bandwidth> out =
                snapshot.findSite(link.from()).flatMap(SiteEstimate::egress).map(CapEstimate::value);
        Optional<Bandwidth> in =
                snapshot.findSite(link.to()).flatMap(SiteEstimate::ingress).map(CapEstimate::value);
        Optional<Bandwidth> both = out.map(cap -> in.map(cap::min).orElse(cap)).or(() -> in);
        return both.map(cap -> OptionalDouble.of((double) cap.bitsPerSecond())).orElseGet(OptionalDouble::empty);
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
        List<Known> like = known.getOrDefault(kinds(link), List.of()).stream()
                .filter(other -> !other.link().equals(link))
                .filter(other -> at.isEmpty() || other.logRtt().isPresent())
                .sorted(Comparator.comparingDouble(
                        other -> at.isEmpty() ? 0 : Math.abs(other.logRtt().orElse(0) - at.getAsDouble())))
                .toList();
        if (at.isPresent()) {
            like = like.subList(0, Math.min(like.size(), Math.min(MOST_NEIGHBOURS, Math.max(FEWEST, like.size() / 3))));
        }
        if (like.isEmpty()) {
            return Optional.empty();
        }
        double[] shares = at.isPresent()
                ? movedTo(at.getAsDouble(), like)
                : like.stream().mapToDouble(Known::share).toArray();
        Arrays.sort(shares);
        double allowed = allowed(link).orElse(1);
        Bandwidth rate = Bandwidth.ofBitsPerSecond(allowed * Quantiles.ofSorted(shares, 0.5));
        return Optional.of(new Prediction(
                link, streams, rate, interval(shares, allowed), measured, basis(link, shares.length, at.isPresent())));
    }

    /** Shares as they would be at another round-trip time, along the slope between the nearer and the farther third. */
    private static double[] movedTo(double logRtt, List<Known> links) {
        List<Known> byRtt = links.stream()
                .sorted(Comparator.comparingDouble(link -> link.logRtt().orElse(logRtt)))
                .toList();
        int third = byRtt.size() / 3;
        double slope = 0;
        if (third > 0) {
            List<Known> near = byRtt.subList(0, third);
            List<Known> far = byRtt.subList(byRtt.size() - third, byRtt.size());
            double run = median(far, link -> link.logRtt().orElse(logRtt))
                    - median(near, link -> link.logRtt().orElse(logRtt));
            slope = run <= 0 ? 0 : (median(far, Known::share) - median(near, Known::share)) / run;
        }
        double tilt = slope;
        return byRtt.stream()
                .mapToDouble(link -> Math.max(
                        0, link.share() + tilt * (logRtt - link.logRtt().orElse(logRtt))))
                .toArray();
    }

    private static double median(List<Known> links, ToDoubleFunction<Known> value) {
        return Quantiles.median(links.stream().mapToDouble(value).toArray());
    }

    private static Optional<RateInterval> interval(double[] shares, double allowed) {
        int n = shares.length;
        if (n < FEWEST) {
            return Optional.empty();
        }
        // two samples are spent on the slope, so that the ranks move outwards rather than inwards
        int lower = Math.max(1, (int) Math.floor((1 - LEVEL) / 2 * (n - 1)));
        int upper = n + 1 - lower;
        return Optional.of(new RateInterval(
                Bandwidth.ofBitsPerSecond(allowed * shares[lower - 1]),
                Bandwidth.ofBitsPerSecond(allowed * shares[upper - 1]),
                LEVEL));
    }

    private String basis(Link link, int links, boolean byRtt) {
        OptionalDouble allowed = allowed(link);
        String caps = allowed.isPresent()
                ? "its VMs allow " + Show.rate(Bandwidth.ofBitsPerSecond(allowed.getAsDouble())) + "; "
                : "no cap of its VMs is known; ";
        String others = links + " measured links of equal VMs" + (byRtt ? " at the nearest round-trip times" : "");
        return caps + others + (links < FEWEST ? ": too few for an interval, " + FEWEST + " would do" : "");
    }
}
