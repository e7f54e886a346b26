package io.longhaul.bench.worlds;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A network whose every limit is known, and the campaign that measures it. Rates are payload in bit/s, windows octets, times
 * seconds. The law is T(n, W) = min(n * min(W / RTT, per-flow cap, loss), egress, ingress, path, processor), with the egress cap
 * of a VM a token bucket where it has one. Drawn once by {@link Kind}, then only read. Confined to one thread.
 */
final class World {
    static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    static final double NONE = Double.POSITIVE_INFINITY;
    /** Payload of a segment on the public Internet. */
    static final double MSS = 1448;

    /** Caps of one VM; outside is towards other providers. Bit/s, {@link #NONE} for none. */
    static final class Vm {
        final SiteId site;
        String type;
        double egress = NONE;
        double egressInside = NONE;
        double ingress = NONE;
        double ingressInside = NONE;
        double perFlow = NONE;
        double cpu = NONE;
        /** Octets a receiver offers a stream, and a sender keeps for one, when nobody asks for a window. */
        double receiveWindow = 48e6;

        double sendBuffer = 48e6;
        /** Whether caps drop packets instead of queueing them. */
        boolean policed;
        /** Low rate, refill and budget in bits of the bucket behind the egress cap; a budget of 0 is no bucket. */
        double low;

        double refill;
        double budget;
        double credit;

        Vm(SiteId site, String type) {
            this.site = site;
            this.type = type;
        }

        boolean hasBucket() {
            return budget > 0;
        }
    }

    /** One direction between two sites. */
    static final class Path {
        final double rtt;
        double cap = NONE;
        double loss;
        /** What congestion control makes of the loss, over the formula. */
        final double lossFactor;

        Path(double rtt, double lossFactor) {
            this.rtt = rtt;
            this.lossFactor = lossFactor;
        }
    }

    /**
     * One run of the campaign.
     *
     * @param window asked for; empty leaves it to the kernels
     * @param factor what is left of its rate: 1 for a sound run, less for one that failed with a number, 0 for one without
     */
    record Shot(Link link, int streams, OptionalDouble window, Instant start, double seconds, double factor) {}

    final Kind kind;
    final long seed;
    final SplittableRandom random;
    final Map<SiteId, Vm> vms = new LinkedHashMap<>();
    final Map<Link, Path> paths = new LinkedHashMap<>();
    final List<Shot> shots = new ArrayList<>();
    private final Map<Link, Map<Integer, List<Shot>>> index = new HashMap<>();

    /** Bare totals in the published form, imported; else own probes, with samples. */
    boolean published;

    boolean rttMeasured = true;
    int latencyRuns = 8;
    /** Whether own probes could look into their sockets, and at their processors. */
    boolean sockets = true;

    boolean cpuTold = true;

    double noise = 0.02;
    boolean oneSided;
    double correlation;
    double outliers;
    double duplicates;
    double dayAmplitude;
    /** The caps of this site are multiplied at this time. */
    final Map<SiteId, Double> shifts = new HashMap<>();

    /** VM types that sites have from then on. */
    final Map<SiteId, String> typesAfter = new HashMap<>();

    Instant shiftAt = Instant.MAX;
    /** What round-trip times are told to be, over what they are. */
    final Map<Link, Double> rttErrors = new HashMap<>();

    final Map<SiteId, Duration> clockErrors = new HashMap<>();

    World(Kind kind, long seed) {
        this.kind = kind;
        this.seed = seed;
        this.random = new SplittableRandom(seed * 1_000_003L + kind.name().hashCode());
    }

    Vm vm(SiteId site) {
        return Objects.requireNonNull(vms.get(site));
    }

    Path path(Link link) {
        return Objects.requireNonNull(paths.get(link));
    }

    /** The VM type of a site at a time. */
    String type(SiteId site, Instant at) {
        return at.isBefore(shiftAt) ? vm(site).type : typesAfter.getOrDefault(site, vm(site).type);
    }

    /** The round-trip time that a link is told to have. */
    double toldRtt(Link link) {
        return path(link).rtt * rttErrors.getOrDefault(link, 1.0);
    }

    static boolean isInside(Link link) {
        return link.from().provider().equals(link.to().provider());
    }

    double egress(Link link) {
        Vm vm = vm(link.from());
        return isInside(link) ? vm.egressInside : vm.egress;
    }

    double ingress(Link link) {
        Vm vm = vm(link.to());
        return isInside(link) ? vm.ingressInside : vm.ingress;
    }

    /** What each limit alone would let through, at the levels of a time; a bucket counts as full. */
    Map<BindingLimit, Double> terms(Link link, int streams, OptionalDouble window, Instant at) {
        Path path = path(link);
        Vm from = vm(link.from());
        Vm to = vm(link.to());
        double fromShift = at.isBefore(shiftAt) ? 1 : shifts.getOrDefault(link.from(), 1.0);
        double toShift = at.isBefore(shiftAt) ? 1 : shifts.getOrDefault(link.to(), 1.0);
        var terms = new EnumMap<BindingLimit, Double>(BindingLimit.class);
        // Linux doubles what is asked and keeps some for itself: about 1.17 of it is under way.
        double receive =
                window.isPresent() ? Math.min(1.17 * window.getAsDouble(), to.receiveWindow) : to.receiveWindow;
        double send = window.isPresent() ? Math.min(1.3 * window.getAsDouble(), from.sendBuffer) : from.sendBuffer;
        terms.put(BindingLimit.RECEIVE_WINDOW, streams * receive * 8 / path.rtt);
        terms.put(BindingLimit.SEND_BUFFER, streams * send * 8 / path.rtt);
        terms.put(BindingLimit.PER_FLOW_CAP, streams * Math.min(from.perFlow, isInside(link) ? NONE : to.perFlow));
        terms.put(BindingLimit.VM_EGRESS_CAP, egress(link) * fromShift);
        terms.put(BindingLimit.VM_INGRESS_CAP, ingress(link) * toShift);
        terms.put(BindingLimit.PATH_CAP, path.cap);
        // Mathis et al. 1997; 0.8 to 1.6 of the 1.22 of its formula was seen in the faithful lab
        terms.put(
                BindingLimit.LOSS,
                path.loss > 0 ? streams * path.lossFactor * MSS * 8 / (path.rtt * Math.sqrt(path.loss)) : NONE);
        terms.put(BindingLimit.ENDPOINT_CPU, Math.min(from.cpu, to.cpu));
        return terms;
    }

    static BindingLimit binding(Map<BindingLimit, Double> terms) {
        return terms.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    static double rate(Map<BindingLimit, Double> terms) {
        return terms.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** Time that slow start takes from a run: rounds until the window is open, and what its overshoot costs. */
    double slowStartSeconds(Link link, int streams, double rate) {
        double rtt = path(link).rtt;
        double rounds = Math.max(0, Math.log(rate * rtt / (streams * 10 * MSS * 8)) / Math.log(2));
        return rtt * (rounds + 1) + OVERSHOOT_SECONDS;
    }

    /** From the grid of 29 January 2022: senders in AWS lose 7 to 9 round trips and some 0.2 s at every RTT. */
    static final double OVERSHOOT_SECONDS = 0.2;

    /** Standard deviation of the runs of a link; windows hold steadier than caps. */
    double noiseOf(BindingLimit limit) {
        return noise * (limit == BindingLimit.RECEIVE_WINDOW || limit == BindingLimit.SEND_BUFFER ? 0.4 : 1);
    }

    /** The middle one of the factors that noise puts on a rate. */
    double medianFactor(BindingLimit limit) {
        return oneSided ? 1 - 0.6745 * noiseOf(limit) : 1;
    }

    /** Numbers of streams that a link was measured with. */
    NavigableSet<Integer> streamCounts(Link link) {
        return new TreeSet<>(index().getOrDefault(link, Map.of()).keySet());
    }

    /** Runs of a link with so many streams, but for those without a number. */
    List<Shot> shots(Link link, int streams) {
        return index().getOrDefault(link, Map.of()).getOrDefault(streams, List.of());
    }

    private Map<Link, Map<Integer, List<Shot>>> index() {
        if (index.isEmpty()) {
            shots.stream()
                    .filter(shot -> shot.factor() > 0)
                    .forEach(shot -> index.computeIfAbsent(shot.link(), key -> new HashMap<>())
                            .computeIfAbsent(shot.streams(), key -> new ArrayList<>())
                            .add(shot));
        }
        return index;
    }

    String name() {
        return kind.id() + "/" + seed;
    }
}
