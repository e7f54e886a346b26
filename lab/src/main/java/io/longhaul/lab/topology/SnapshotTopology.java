package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A topology made of what was measured: caps, windows, round-trip times and path caps of a snapshot, at a fraction of their
 * rates that a machine can carry. Rates, budgets and windows are divided by the same number, so that the shape of every
 * curve T(n, W) stays; times are kept. Stateless.
 */
public final class SnapshotTopology {
    private static final Duration QUEUE = Duration.ofMillis(50);

    private SnapshotTopology() {}

    /**
     * What to make of a snapshot.
     *
     * @param name of the topology
     * @param sites which, in this order; empty for all whose round-trip times to each other are all known
     * @param scale what rates and sizes are divided by, 1 or more
     * @param window of sites of whose window the snapshot says nothing, before scaling
     */
    public record Options(String name, List<SiteId> sites, double scale, DataSize window) {
        public Options {
            sites = List.copyOf(sites);
            if (!(scale >= 1)) {
                throw new InvalidInputException("The scale (" + scale + ") is not 1 or more.", "Give 100 or so.");
            }
        }
    }

    /**
     * Makes it.
     *
     * @throws InvalidInputException when a site is not in the snapshot, or a round-trip time between two is not
     */
    public static LabTopology of(Snapshot snapshot, Options options) {
        List<SiteId> chosen = options.sites().isEmpty() ? connected(snapshot) : options.sites();
        if (chosen.size() < 2) {
            throw new InvalidInputException(
                    "The snapshot has no two sites with a known round-trip time.",
                    "Measure it, or import a matrix of round-trip times.");
        }
        LabTopology.requireFew(options.name(), chosen.size());
        var links = new LinkedHashMap<Link, LabLink>();
        for (SiteId from : chosen) {
            for (SiteId to : chosen) {
                if (!from.equals(to)) {
                    var link = new Link(from, to);
                    links.put(link, link(snapshot, link, options));
                }
            }
        }
        List<LabSite> sites = chosen.stream()
                .map(id -> site(snapshot, snapshot.getSite(id), chosen, options))
                .toList();
        String about = Show.about(snapshot, options);
        return new LabTopology(options.name(), about, sites, links, List.of());
    }

    /** The about line. */
    private static final class Show {
        static String about(Snapshot snapshot, Options options) {
            return "Made of measurements until " + snapshot.asOf() + ", rates and windows divided by "
                    + (options.scale() == Math.rint(options.scale())
                            ? Long.toString((long) options.scale())
                            : Double.toString(options.scale()));
        }
    }

    /** Leaves out sites until every pair of the rest has a round-trip time, those first that lack the most. */
    private static List<SiteId> connected(Snapshot snapshot) {
        var left = new ArrayList<SiteId>(
                snapshot.sites().stream().map(SiteEstimate::id).toList());
        while (!left.isEmpty()) {
            Map<SiteId, Integer> missing = new LinkedHashMap<>();
            for (SiteId from : left) {
                int count = 0;
                for (SiteId to : left) {
                    count += from.equals(to)
                                    || roundTrip(snapshot, new Link(from, to)).isPresent()
                            ? 0
                            : 1;
                }
                missing.put(from, count);
            }
            SiteId worst = left.get(0);
            for (SiteId site : left) {
                worst = missing.getOrDefault(site, 0) >= missing.getOrDefault(worst, 0) ? site : worst;
            }
            if (missing.getOrDefault(worst, 0) == 0) {
                return left;
            }
            left.remove(worst);
        }
        return left;
    }

    /** Of the link, else of the way back. */
    private static Optional<Duration> roundTrip(Snapshot snapshot, Link link) {
        return rttOf(snapshot, link).or(() -> rttOf(snapshot, link.reversed()));
    }

    private static Optional<Duration> rttOf(Snapshot snapshot, Link link) {
        return snapshot.findLink(link).flatMap(LinkEstimate::rtt).map(rtt -> rtt.median());
    }

    private static LabLink link(Snapshot snapshot, Link link, Options options) {
        Duration there = roundTrip(snapshot, link)
                .orElseThrow(() -> new InvalidInputException(
                        "The snapshot has no round-trip time for " + link + ".",
                        "Measure it, import a matrix of round-trip times, or leave one of the sites out."));
        Duration back = roundTrip(snapshot, link.reversed()).orElse(there);
        Optional<Bandwidth> pathCap =
                snapshot.findLink(link).flatMap(LinkEstimate::pathCap).map(cap -> scaled(cap, options.scale()));
        Duration oneWay = there.plus(back).dividedBy(4);
        return new LabLink(link, oneWay, pathCap, 0, Duration.ZERO);
    }

    private static LabSite site(Snapshot snapshot, SiteEstimate site, List<SiteId> chosen, Options options) {
        double scale = options.scale();
        Bandwidth egress =
                site.egress().map(CapEstimate::value).orElseGet(() -> fastest(snapshot, chosen, site.id(), Link::from));
        Bandwidth ingress =
                site.ingress().map(CapEstimate::value).orElseGet(() -> fastest(snapshot, chosen, site.id(), Link::to));
        Optional<TokenBucket> bucket = site.tokenBucket()
                .map(full -> new TokenBucket(
                        scaled(full.high(), scale),
                        scaled(full.low(), scale),
                        DataSize.ofBytes(Math.round(full.budget().bytes() / scale)),
                        scaled(full.refill(), scale)));
        var caps = new VmCaps(
                bucket.map(TokenBucket::high).orElse(scaled(egress, scale)),
                scaled(ingress, scale),
                site.perFlow().map(cap -> scaled(cap.value(), scale)),
                bucket);
        DataSize window = DataSize.ofBytes(Math.max(
                2_000,
                Math.round(window(snapshot, chosen, site.id())
                                .orElse((double) options.window().bytes())
                        / scale)));
        return new LabSite(site.id(), site.vmType().orElse("vm"), caps, QUEUE, window, "cubic", Optional.empty());
    }

    /** To four digits, which is more than any measurement has. */
    private static Bandwidth scaled(Bandwidth rate, double scale) {
        double exact = rate.bitsPerSecond() / scale;
        double step = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, exact))) - 3));
        return Bandwidth.ofBitsPerSecond(Math.round(exact / step) * step);
    }

    /** No cap was seen: the VM can do at least what its best link did. */
    private static Bandwidth fastest(Snapshot snapshot, List<SiteId> chosen, SiteId site, Function<Link, SiteId> end) {
        return snapshot.links().stream()
                .filter(link -> end.apply(link.link()).equals(site))
                .flatMap(link -> link.rates().stream().map(RatePoint::best))
                .max(Bandwidth::compareTo)
                .orElseThrow(() -> new InvalidInputException(
                        "The snapshot has neither a cap nor a rate for " + site + ".",
                        "Measure it, or leave it out: the sites are " + chosen + "."));
    }

    /** The median of rate x RTT over the links whose single stream was bound by the receiver's window. */
    private static Optional<Double> window(Snapshot snapshot, List<SiteId> chosen, SiteId to) {
        List<Double> windows = snapshot.links().stream()
                .filter(link -> link.link().to().equals(to)
                        && chosen.contains(link.link().from()))
                .filter(link -> link.singleFlowLimit() == BindingLimit.RECEIVE_WINDOW)
                .filter(link -> link.singleFlow().isPresent() && link.rtt().isPresent())
                .map(link -> link.singleFlow().orElseThrow().bitsPerSecond()
                        / 8.0
                        * Durations.seconds(link.rtt().orElseThrow().median()))
                .sorted()
                .toList();
        return windows.isEmpty() ? Optional.empty() : Optional.of(windows.get(windows.size() / 2));
    }
}
