package io.longhaul.bench.worlds;

import io.longhaul.bench.worlds.World.Shot;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * What is true of a world, and what of it its campaign can tell: decided from the world and the design of the campaign alone, never
 * from a measured number. Confined to one thread.
 */
final class Truth {
    private static final int PILE = 3;
    /** Terms nearer than this, or than the noise, cannot be told apart. */
    private static final double LEAST_TOLERANCE = 0.06;

    /** Caps nearer than this bind together. */
    private static final double TIE = 0.02;

    /** Without round-trip times, totals that slow start took a larger share of tell nothing. */
    private static final double MOST_LOST = 0.2;

    /** Round trips by which k of slow start differs between the middle half of the links of 29 January 2022. */
    private static final double LOST_IN_DOUBT = 2;

    /**
     * What binds a link with the most streams measured.
     *
     * @param right limits that are right to name
     * @param binding the lowest term
     * @param knowable whether a careful reader of the log would name it; else abstaining is right, and naming it is too
     */
    record OfLink(Set<BindingLimit> right, BindingLimit binding, boolean knowable) {}

    /**
     * One cap of one VM.
     *
     * @param low and {@code high}: what may be called its value
     * @param binds whether it binds any link of this VM in the campaign
     * @param bindsPool whether it binds any link of a VM of its type
     * @param knowable whether enough links pile up at it
     * @param resolvable whether the noise and the number of runs let anyone tell it within 5 %
     */
    record OfCap(double low, double high, boolean binds, boolean bindsPool, boolean knowable, boolean resolvable) {
        double error(double value) {
            return value < low ? value / low - 1 : value > high ? value / high - 1 : 0;
        }
    }

    private record Side(SiteId site, boolean egress, boolean inside) {}

    private final World world;
    private final Set<Link> sawFall;
    private final Map<Link, OfLink> links = new HashMap<>();
    private final Map<Side, Set<Link>> bound = new HashMap<>();
    /** Caps that bind a link, be it with another one. */
    private final Set<Side> binding = new HashSet<>();

    Truth(World world, Set<Link> sawFall) {
        this.world = world;
        this.sawFall = sawFall;
        Set<Link> measured = new HashSet<>();
        world.shots.stream().filter(shot -> shot.factor() > 0).forEach(shot -> measured.add(shot.link()));
        for (Link link : measured) {
            BindingLimit limit = binding(link, most(link));
            Map<BindingLimit, Double> terms = terms(link, most(link));
            double most = World.rate(terms) * (1 + TIE);
            if (terms.getOrDefault(BindingLimit.VM_EGRESS_CAP, World.NONE) <= most) {
                binding.add(new Side(link.from(), true, World.isInside(link)));
            }
            if (terms.getOrDefault(BindingLimit.VM_INGRESS_CAP, World.NONE) <= most) {
                binding.add(new Side(link.to(), false, World.isInside(link)));
            }
            if (limit == BindingLimit.VM_EGRESS_CAP) {
                at(new Side(link.from(), true, World.isInside(link))).add(link);
            } else if (limit == BindingLimit.VM_INGRESS_CAP) {
                at(new Side(link.to(), false, World.isInside(link))).add(link);
            }
        }
        measured.forEach(link -> links.put(link, judge(link)));
    }

    OfLink of(Link link) {
        return Objects.requireNonNull(links.get(link), () -> world.name() + " never measured " + link);
    }

    private Set<Link> at(Side side) {
        return bound.computeIfAbsent(side, key -> new HashSet<>());
    }

    private int most(Link link) {
        return world.streamCounts(link).last();
    }

    private Map<BindingLimit, Double> terms(Link link, int streams) {
        Map<BindingLimit, Double> terms = world.terms(link, streams, window(link, streams), Instant.MAX);
        if (world.kind == Kind.BUCKET_DRAINED) {
            // the credit was spent before the campaign began
            terms.computeIfPresent(
                    BindingLimit.VM_EGRESS_CAP, (limit, rate) -> Math.min(rate, world.vm(link.from()).low));
        }
        return terms;
    }

    /** The widest window asked of the runs with so many streams. */
    private OptionalDouble window(Link link, int streams) {
        return windows(link, streams).stream().mapToDouble(Double::doubleValue).max();
    }

    private Set<Double> windows(Link link, int streams) {
        Set<Double> asked = new TreeSet<>();
        world.shots(link, streams).forEach(shot -> shot.window().ifPresent(asked::add));
        return asked;
    }

    private BindingLimit binding(Link link, int streams) {
        return World.binding(terms(link, streams));
    }

    private double rate(Link link) {
        return World.rate(terms(link, most(link)));
    }

    private double tolerance(Link link, int streams) {
        List<Shot> runs = world.shots(link, streams);
        // totals leave two round trips of what slow start cost in doubt
        double slowStart = world.published
                ? LOST_IN_DOUBT * world.path(link).rtt / runs.get(0).seconds()
                : 0;
        return Math.min(0.4, Math.max(LEAST_TOLERANCE + slowStart, 2.5 * world.noise / Math.sqrt(runs.size())));
    }

    private OfLink judge(Link link) {
        int streams = most(link);
        Map<BindingLimit, Double> terms = terms(link, streams);
        BindingLimit binding = World.binding(terms);
        double least = World.rate(terms);
        double tolerance = tolerance(link, streams);
        Set<BindingLimit> right = EnumSet.of(binding);
        terms.forEach((limit, rate) -> {
            if (rate <= least * (1 + tolerance)) {
                right.add(limit);
            }
        });
        Set<Double> windows = windows(link, streams);
        for (double window : windows) {
            right.add(World.binding(world.terms(link, streams, OptionalDouble.of(window), Instant.MAX)));
        }
        boolean tied = right.size() > 1;
        if (!world.sockets || world.published) {
            // without sockets nobody can tell whose window it is
            if (right.contains(BindingLimit.RECEIVE_WINDOW) || right.contains(BindingLimit.SEND_BUFFER)) {
                right.add(BindingLimit.RECEIVE_WINDOW);
                right.add(BindingLimit.SEND_BUFFER);
            }
        }
        if (sawFall.contains(link)) {
            // whatever bound before the fall, the bucket binds after it
            right.add(BindingLimit.TOKEN_BUCKET);
            right.remove(BindingLimit.VM_EGRESS_CAP);
            return new OfLink(right, BindingLimit.TOKEN_BUCKET, true);
        }
        if (world.vm(link.from()).hasBucket() && binding == BindingLimit.VM_EGRESS_CAP) {
            right.add(BindingLimit.TOKEN_BUCKET);
        }
        if (binding == BindingLimit.PATH_CAP && looksLikeCap(link)) {
            right.add(BindingLimit.VM_EGRESS_CAP);
            tied = true;
        }
        return new OfLink(right, binding, !tied && knowable(link, binding));
    }

    private boolean knowable(Link link, BindingLimit binding) {
        int streams = most(link);
        boolean looks = world.sockets && !world.published;
        double seconds = world.shots(link, streams).get(0).seconds();
        if (world.published
                && !world.rttMeasured
                && world.slowStartSeconds(link, streams, rate(link)) > MOST_LOST * seconds) {
            return false;
        }
        boolean severalCounts = world.streamCounts(link).size() > 1;
        return switch (binding) {
            case ENDPOINT_CPU -> world.cpuTold && !world.published;
            case LOSS -> looks && world.rttMeasured;
            case RECEIVE_WINDOW, SEND_BUFFER ->
                looks || windows(link, streams).size() > 1 || sameOverRoundTrips(link, binding);
            case PER_FLOW_CAP ->
                severalCounts
                        && binding(link, world.streamCounts(link).first()) == BindingLimit.PER_FLOW_CAP
                        && (looks || sameOverRoundTrips(link, binding));
            case VM_EGRESS_CAP -> (severalCounts || streams >= 8) && piles(link, true) && !couldBeIngress(link);
            case VM_INGRESS_CAP ->
                (severalCounts || streams >= 8) && piles(link, false) && proven(link, true, rate(link) * 1.15);
            case PATH_CAP -> {
                double more = rate(link) * (1.1 + tolerance(link, streams));
                boolean saturated = world.streamCounts(link).headSet(streams).stream()
                        .anyMatch(fewer -> binding(link, fewer) == BindingLimit.PATH_CAP);
                yield (severalCounts || streams >= 8)
                        && proven(link, true, more)
                        && proven(link, false, more)
                        && (looks || saturated || windowElsewhere(link) > 1.5 * impliedWindow(link));
            }
            default -> false;
        };
    }

    /** Enough links pile up at the cap, of this VM or of others of its type. */
    private boolean piles(Link link, boolean egress) {
        Side side = new Side(egress ? link.from() : link.to(), egress, World.isInside(link));
        int own = at(side).size();
        return own >= PILE || (own >= 1 && pool(side) > PILE);
    }

    /**
     * Whether a cap of the receivers would look the same: all links that pile up go to VMs of one other type, which took no more
     * from anywhere and were not seen to send as much.
     */
    private boolean couldBeIngress(Link link) {
        double rate = rate(link);
        double most = rate * (1.1 + tolerance(link, most(link)));
        List<Link> pile = bound.entrySet().stream()
                .filter(entry -> entry.getKey().egress()
                        && entry.getKey().inside() == World.isInside(link)
                        && sameType(entry.getKey().site(), link.from()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
        return !sameType(link.from(), link.to())
                && pile.stream().allMatch(one -> sameType(one.to(), link.to()))
                && links(other -> sameType(other.to(), link.to()) && World.isInside(other) == World.isInside(link))
                        .allMatch(other -> other < most)
                && links(other -> sameType(other.from(), link.to())).allMatch(other -> other < 0.95 * rate);
    }

    private int pool(Side side) {
        double cap = cap(side);
        return bound.entrySet().stream()
                .filter(entry -> entry.getKey().egress() == side.egress()
                        && entry.getKey().inside() == side.inside()
                        && sameType(entry.getKey().site(), side.site())
                        && Math.abs(cap(entry.getKey()) / cap - 1) < 0.02)
                .mapToInt(entry -> entry.getValue().size())
                .sum();
    }

    private boolean sameType(SiteId one, SiteId other) {
        return one.provider().equals(other.provider())
                && world.type(one, Instant.MAX).equals(world.type(other, Instant.MAX));
    }

    private double cap(Side side) {
        World.Vm vm = world.vm(side.site());
        double shift = world.shifts.getOrDefault(side.site(), 1.0);
        return shift
                * (side.egress()
                        ? side.inside() ? vm.egressInside : vm.egress
                        : side.inside() ? vm.ingressInside : vm.ingress);
    }

    /** Whether the sender, or the receiver, carries more on another link of the same scope. */
    private boolean proven(Link link, boolean sender, double more) {
        return links(other -> !other.equals(link)
                        && (sender
                                ? other.from().equals(link.from())
                                : other.to().equals(link.to()))
                        && World.isInside(other) == World.isInside(link))
                .anyMatch(rate -> rate >= more);
    }

    private DoubleStream links(Predicate<Link> which) {
        return world.paths.keySet().stream()
                .filter(link -> !world.streamCounts(link).isEmpty())
                .filter(which)
                .mapToDouble(this::rate);
    }

    /** All links of the sender in this scope are held alike by the path: nothing tells that from a cap of the VM. */
    private boolean looksLikeCap(Link link) {
        Function<Predicate<Link>, DoubleStream> others = which -> links(
                other -> !other.equals(link) && World.isInside(other) == World.isInside(link) && which.test(other));
        boolean alike =
                others.apply(other -> other.from().equals(link.from())).allMatch(rate -> rate <= 1.12 * rate(link));
        return alike
                && others.apply(other -> other.from().equals(link.from())
                                        && binding(other, most(other)) == BindingLimit.PATH_CAP)
                                .count()
                        >= 2;
    }

    private double impliedWindow(Link link) {
        return rate(link) * world.path(link).rtt / most(link);
    }

    private double windowElsewhere(Link link) {
        if (!world.rttMeasured) {
            return 0;
        }
        return world.paths.keySet().stream()
                .filter(other -> !other.equals(link)
                        && !world.streamCounts(other).isEmpty()
                        && sameType(other.from(), link.from())
                        && sameType(other.to(), link.to()))
                .mapToDouble(this::impliedWindow)
                .max()
                .orElse(0);
    }

    /** Four links of like VMs and as many streams show the same window, or the same rate a stream, over unlike round trips. */
    private boolean sameOverRoundTrips(Link link, BindingLimit limit) {
        if (!world.rttMeasured) {
            return false;
        }
        List<Link> alike = world.paths.keySet().stream()
                .filter(other -> !world.streamCounts(other).isEmpty()
                        && sameType(other.from(), link.from())
                        && sameType(other.to(), link.to())
                        && most(other) == most(link)
                        && binding(other, most(other)) == limit)
                .toList();
        double shortest =
                alike.stream().mapToDouble(other -> world.path(other).rtt).min().orElse(1);
        double longest =
                alike.stream().mapToDouble(other -> world.path(other).rtt).max().orElse(1);
        return alike.size() >= 4 && longest >= 2 * shortest;
    }

    /** @param inside the cap inside the provider, or the one to the outside */
    OfCap ofCap(SiteId site, boolean egress, boolean inside) {
        Side side = new Side(site, egress, inside);
        World.Vm vm = world.vm(site);
        double value = cap(side);
        double low = value * world.medianFactor(egress ? BindingLimit.VM_EGRESS_CAP : BindingLimit.VM_INGRESS_CAP);
        if (egress && vm.hasBucket()) {
            low = world.kind == Kind.BUCKET_FULL ? low : vm.low;
            value = world.kind == Kind.BUCKET_DRAINED ? vm.low : value;
        }
        Set<Link> own = at(side);
        int runs = own.stream()
                .mapToInt(link -> world.shots(link, most(link)).size())
                .sum();
        double independent = Math.max(1, runs * (1 - world.correlation) / (1 + world.correlation));
        double sigma = Math.hypot(world.noise, world.dayAmplitude);
        // totals of short runs without round-trip times do not tell what slow start cost
        boolean resolvable = 2.5 * sigma / Math.sqrt(independent) <= 0.05 && (world.rttMeasured || !world.published);
        boolean knowable = own.size() >= PILE && own.stream().anyMatch(link -> of(link).knowable());
        return new OfCap(low, value, binding.contains(side), pool(side) > 0, knowable, resolvable);
    }

    /** Whether the campaign has links of this VM in a scope. */
    boolean measured(SiteId site, boolean egress, boolean inside) {
        return links.keySet().stream()
                .anyMatch(link -> (egress ? link.from() : link.to()).equals(site) && World.isInside(link) == inside);
    }

    /** The steady rate half of the runs reach, with so many streams; empty where there is none, as behind a bucket. */
    OptionalDouble steady(Link link, int streams, OptionalDouble window) {
        if (world.vm(link.from()).hasBucket() && world.kind != Kind.BUCKET_FULL) {
            return OptionalDouble.empty();
        }
        Map<BindingLimit, Double> terms = world.terms(link, streams, window, Instant.MAX);
        return OptionalDouble.of(World.rate(terms) * world.medianFactor(World.binding(terms)));
    }

    /** What arrives over a whole run of the campaign, slow start paid: half of the runs reach it. */
    double received(Link link, int streams, OptionalDouble window) {
        Map<BindingLimit, Double> terms = world.terms(link, streams, window, Instant.MAX);
        double rate = World.rate(terms) * world.medianFactor(World.binding(terms));
        double seconds = world.shots(link, streams).stream()
                .mapToDouble(Shot::seconds)
                .average()
                .orElse(10);
        return rate * Math.max(0, 1 - world.slowStartSeconds(link, streams, rate) / seconds);
    }
}
