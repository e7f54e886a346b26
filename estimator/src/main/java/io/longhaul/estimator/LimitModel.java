package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Durations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One model of every rate of a log: the smallest of the sender's and the receiver's caps, what windows and buffers allow over the
 * round-trip time, a cap per flow, loss, the path, a processor; with noise, and with runs that are broken. What many rates have
 * in common are levels: each lets its rates pile up from below, the caps as rates, windows as rate * RTT / streams, a cap per flow as
 * rate / streams. Levels are added while the likelihood of the whole log pays for them, the most telling first; those of a VM type
 * before those of single sites, one for both scopes before one for each. What a rate is bound by then follows by Bayes' rule from
 * the levels, from its own sockets and from how it changes with streams and windows ({@link RunEvidence}). Confined to one thread.
 */
final class LimitModel {
    private static final List<BindingLimit> LIMITS = RunEvidence.LIMITS;
    private static final int TERMS = LIMITS.size();
    private static final int WINDOW = LIMITS.indexOf(BindingLimit.RECEIVE_WINDOW);
    private static final int BUFFER = LIMITS.indexOf(BindingLimit.SEND_BUFFER);
    private static final int FLOW = LIMITS.indexOf(BindingLimit.PER_FLOW_CAP);
    private static final int EGRESS = LIMITS.indexOf(BindingLimit.VM_EGRESS_CAP);
    private static final int INGRESS = LIMITS.indexOf(BindingLimit.VM_INGRESS_CAP);
    private static final int PATH = LIMITS.indexOf(BindingLimit.PATH_CAP);
    private static final int BUCKET = LIMITS.indexOf(BindingLimit.TOKEN_BUCKET);
    private static final int LOSS = LIMITS.indexOf(BindingLimit.LOSS);
    private static final int CPU = LIMITS.indexOf(BindingLimit.ENDPOINT_CPU);
    private static final double NEVER = Double.NEGATIVE_INFINITY;

    /** The one threshold of certainty below which nothing is named. */
    static final double SURE = 0.75;

    /** Density of a rate that no level explains, per unit of its logarithm. */
    private static final double BROAD = 0.35;

    /** Share of the rates without round-trip times that windows or buffers may hold. */
    private static final double UNKNOWN = 0.3;

    /** How much of a path's share a cap has that nothing contradicts. */
    private static final double UNPROVEN = 0.4;

    /** How much of a path's share a window has that no other link shows to be wider. */
    private static final double UNSHOWN = 0.3;

    /** Log-odds against a second level where one is known. */
    private static final double KNOWN = 3;

    /** What an exception from the level of a type costs. */
    private static final double EXCEPTION = 8;

    private static final double MOST_ODDS = 20;

    /** Log-odds by which the model is less sure than it is right. */
    private static final double CAUTION = 1;

    /** Share of what a level explains that one of the other end must explain too, to be its rival. */
    private static final double MOST_SHARED = 0.6;

    private static final double NEARLY_ONE = 0.08;

    private static final double MOST_USUAL = 3;

    /** Log-odds for a cap where documentation has it. */
    private static final double DOCUMENTED = 2.5;

    /** How far below what is documented payload may lie. */
    private static final double HEADERS = 0.06;

    /** What a level of one scope is dearer than one of both, where the two ends are compared: scopes are common. */
    private static final double OF_A_SCOPE = 1;

    /** Log-odds against VMs that take less than such VMs send. */
    private static final double LESS_IN_THAN_OUT = 4;

    /** Log-odds for VMs that take as much as they send. */
    private static final double BOTH_WAYS = 3.5;

    /** Log-odds from which a level is told as a cap: as sure as its interval. */
    private static final double SURE_OF_A_CAP = 3;

    /** Levels of several types that lie so near are one, seen twice. */
    private static final double SAME = 0.025;

    /** Share of the rates that a level binds, where it applies. */
    private static final double[] BOUND = new double[TERMS];

    /** Share of the rates that a term binds without a level. */
    private static final double[] ALONE = new double[TERMS];

    static {
        BOUND[EGRESS] = 0.5;
        BOUND[INGRESS] = 0.5;
        BOUND[WINDOW] = 0.4;
        BOUND[BUFFER] = 0.3;
        BOUND[FLOW] = 0.3;
        ALONE[EGRESS] = 0.05;
        ALONE[INGRESS] = 0.04;
        ALONE[WINDOW] = 0.06;
        ALONE[BUFFER] = 0.03;
        ALONE[FLOW] = 0.01;
        ALONE[PATH] = 0.12;
        ALONE[BUCKET] = 0.0001;
        ALONE[LOSS] = 0.015;
        ALONE[CPU] = 0.01;
    }

    /** A level, and what it applies to. */
    private static final class Level {
        final int term;
        /** The larger, the more special: a special one replaces a general one. */
        final int rank;

        final int[] points;
        /** The same points, by falling value. */
        final int[] falling;

        final double cost;
        final boolean pooled;
        /** How many VMs it is of. */
        final int vms;
        /** Logarithms of the caps that pages tell of them. */
        final Set<Double> documented;

        double value = Double.NaN;
        /** Log-odds of there being such a level. */
        double odds = MOST_ODDS;

        Level(
                int term,
                int rank,
                int[] points,
                int[] falling,
                double cost,
                boolean pooled,
                int vms,
                Set<Double> documented) {
            this.term = term;
            this.rank = rank;
            this.points = points;
            this.falling = falling;
            this.cost = cost;
            this.pooled = pooled;
            this.vms = vms;
            this.documented = documented;
        }
    }

    /** Links of a VM, in a direction and a scope. */
    record Side(SiteId site, boolean egress, boolean inside) {}

    /** A site with a VM of a kind: where the type changed, its caps did. */
    private record Vm(SiteId site, String kind) {}

    /**
     * What binds a rate.
     *
     * @param limit the likeliest term, or not identified
     * @param certainty its probability
     * @param likeliest the likeliest, whether or not it is sure enough
     * @param level of the term, in bit/s or octets; not a number when it has none
     * @param members links at that level
     */
    record Verdict(BindingLimit limit, double certainty, BindingLimit likeliest, double level, int members) {}

    private final Scatter scatter;
    private final DocumentedCaps pages;
    private final List<Observation> points = new ArrayList<>();
    private final Map<Observation, Integer> numbers = new HashMap<>();
    private int n;
    private double[] y;
    private double[] error;
    private double[] rtt;
    private double[] streams;
    private boolean[] top;
    private boolean[] filled;
    private boolean[] linear;
    private boolean[] inside;
    private int[] link;
    private int[] from;
    private int[] to;
    private double[] own;
    private double[] score;
    private double[] posterior;
    private final @Nullable Level[][] levelOf;
    private final List<Level> levels = new ArrayList<>();
    private double alonePath = ALONE[PATH];
    private int splits;
    private final Map<Level, Integer> sizes = new HashMap<>();
    /** The most that VMs of a kind sent, and the second most. */
    private final Map<String, double[]> sentBy = new HashMap<>();

    private final Map<Side, Double> arrived = new HashMap<>();
    private final Map<Vm, Integer> numbersOfVms = new HashMap<>();
    private final List<Vm> vms = new ArrayList<>();
    /** The VM that each site has now: that of its newest rate. */
    private final Map<SiteId, Integer> present = new HashMap<>();

    /** @param pages what providers say of their VMs: where a level is found, they make it likelier */
    LimitModel(Map<Link, List<Observation>> curves, Scatter scatter, DocumentedCaps pages) {
        this.scatter = scatter;
        this.pages = pages;
        List<List<Observation>> ordered = curves.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
        ordered.forEach(curve -> curve.stream().filter(point -> point.bps() > 0).forEach(points::add));
        n = points.size();
        y = new double[n];
        error = new double[n];
        rtt = new double[n];
        streams = new double[n];
        top = new boolean[n];
        filled = new boolean[n];
        linear = new boolean[n];
        inside = new boolean[n];
        link = new int[n];
        from = new int[n];
        to = new int[n];
        own = new double[n * TERMS];
        score = new double[n * TERMS];
        posterior = new double[n * TERMS];
        levelOf = new Level[TERMS][n];
        Noise noise = Noise.of(curves.values(), scatter);
        int i = 0;
        int l = 0;
        for (List<Observation> curve : ordered) {
            for (int k = 0; k < curve.size(); k++) {
                Observation point = curve.get(k);
                if (!(point.bps() > 0)) {
                    continue;
                }
                numbers.put(point, i);
                y[i] = Math.log(point.bps());
                error[i] = noise.error(point);
                rtt[i] = point.rtt()
                        .map(time -> Durations.seconds(time.median()))
                        .orElse(Double.NaN);
                streams[i] = point.point().streams();
                top[i] = k == curve.size() - 1;
                inside[i] =
                        point.link().from().provider().equals(point.link().to().provider());
                double totals = point.point().steady().isPresent()
                        ? 0
                        : point.runs().stream()
                                .mapToDouble(run -> run.arrived().bitsPerSecond())
                                .max()
                                .orElse(0);
                arrived.merge(new Side(point.link().from(), true, inside[i]), totals, Math::max);
                arrived.merge(new Side(point.link().to(), false, inside[i]), totals, Math::max);
                link[i] = l;
                from[i] = number(point.link().from(), point.senderKind());
                to[i] = number(point.link().to(), point.receiverKind());
                i++;
            }
            l++;
        }
        for (int p = 0; p < n; p++) {
            List<Observation> curve = ordered.get(link[p]);
            var evidence = new RunEvidence(points.get(p), curve, error[p]);
            evidence.into(own, p * TERMS);
            filled[p] = top[p] && evidence.mayFill();
            linear[p] = evidence.mayScale();
        }
        findPresent();
        fit();
    }

    private int number(SiteId site, String kind) {
        return numbersOfVms.computeIfAbsent(new Vm(site, kind), key -> {
            vms.add(key);
            return vms.size() - 1;
        });
    }

    /** By the newest rates. */
    private void findPresent() {
        Map<SiteId, Instant> newest = new HashMap<>();
        for (int p = 0; p < n; p++) {
            Instant at = points.get(p).point().asOf().orElse(Instant.MIN);
            for (int vm : new int[] {from[p], to[p]}) {
                SiteId site = vms.get(vm).site();
                if (!at.isBefore(newest.getOrDefault(site, Instant.MIN))) {
                    newest.put(site, at);
                    present.put(site, vm);
                }
            }
        }
    }

    // --- fitting ---

    private double value(int term, int p) {
        if (term == WINDOW || term == BUFFER) {
            return y[p] + Math.log(rtt[p] / 8 / streams[p]);
        }
        return term == FLOW ? y[p] - Math.log(streams[p]) : y[p];
    }

    private boolean counts(int term, int p) {
        return switch (LIMITS.get(term)) {
            case VM_EGRESS_CAP, VM_INGRESS_CAP -> filled[p];
            case RECEIVE_WINDOW, SEND_BUFFER -> !Double.isNaN(rtt[p]);
            default -> linear[p];
        };
    }

    /**
     * Takes levels of types away from sites that carried more, on two links at least, and in octets that arrived: what a rate is
     * corrected by on a long link is less sure than a cap.
     */
    private void except() {
        for (Level level : levels) {
            if (level.pooled && (level.term == EGRESS || level.term == INGRESS)) {
                double[] against = against(level);
                var peers = new HashMap<Integer, Set<Integer>>();
                for (int p : level.points) {
                    double least = points.get(p).runs().stream()
                            .mapToDouble(run -> Math.log((double) run.arrived().bitsPerSecond()))
                            .max()
                            .orElse(y[p]);
                    if (levelOf[level.term][p] == level && Pile.against(least - level.value, error[p]) > 0) {
                        int site = level.term == INGRESS ? to[p] : from[p];
                        peers.computeIfAbsent(site, key -> new HashSet<>())
                                .add(level.term == INGRESS ? from[p] : to[p]);
                    }
                }
                for (int p : level.points) {
                    int site = level.term == INGRESS ? to[p] : from[p];
                    if (levelOf[level.term][p] == level
                            && against[site] >= EXCEPTION
                            && peers.getOrDefault(site, Set.of()).size() > 1) {
                        levelOf[level.term][p] = null;
                    }
                }
            }
        }
        for (int p = 0; p < n; p++) {
            rescore(p);
        }
    }

    private double alone(int term, int p) {
        double share = term == PATH ? alonePath : ALONE[term];
        double known = levelOf[term][p] == null ? 0 : -KNOWN;
        return Math.log(share * BROAD) + known + own[p * TERMS + term];
    }

    private double atLevel(int term, int p, double level) {
        return Math.log(BOUND[term])
                + own[p * TERMS + term]
                - Pile.overshadowed(level, otherEnd(term, p))
                + Pile.logDensity(value(term, p) - level, error[p]);
    }

    /** The level of the cap at the other end, which no rate of this link exceeds. */
    private double otherEnd(int term, int p) {
        Level other = term == EGRESS ? levelOf[INGRESS][p] : term == INGRESS ? levelOf[EGRESS][p] : null;
        return other == null ? Double.POSITIVE_INFINITY : other.value;
    }

    private void rescore(int p) {
        for (int term = 0; term < TERMS; term++) {
            double best = alone(term, p);
            Level level = levelOf[term][p];
            if (level != null) {
                best = Math.max(best, atLevel(term, p, level.value));
            }
            score[p * TERMS + term] = best;
        }
    }

    private double now(int p) {
        double best = NEVER;
        for (int term = 0; term < TERMS; term++) {
            best = Math.max(best, score[p * TERMS + term]);
        }
        return best;
    }

    private void fit() {
        for (int p = 0; p < n; p++) {
            rescore(p);
            double[] most = sentBy.computeIfAbsent(points.get(p).senderKind(), kind -> new double[] {NEVER, NEVER});
            double least = y[p] - error[p];
            most[1] = Math.max(most[1], Math.min(most[0], least));
            most[0] = Math.max(most[0], least);
        }
        List<Level> all = candidates();
        greedy(all);
        compareEnds(all);
        except();
        weigh(all);
        settle();
    }

    /** Takes each level away and asks what it gains: its odds. Those that gain nothing stay away. */
    private void weigh(List<Level> all) {
        for (Level level : List.copyOf(levels)) {
            List<Integer> members = members(level);
            List<Level> standing = List.copyOf(levels);
            @Nullable Level[] before = levelOf[level.term].clone();
            int split = splits;
            remove(level);
            double gain = pile(level)
                    .map(pile -> pile.gainAt(level.value) - cost(level))
                    .orElse(NEVER);
            level.odds = Math.min(MOST_ODDS, gain);
            if (gain > 0) {
                if (level.term == EGRESS || level.term == INGRESS) {
                    compareOne(level, members, gain, all);
                }
                levels.clear();
                levels.addAll(standing);
                levelOf[level.term] = before;
                splits = split;
                for (int p : level.points) {
                    rescore(p);
                }
            }
        }
    }

    /** What one level of the other end would gain where this one was taken away, be it worth its cost or not. */
    private void compareOne(Level level, List<Integer> members, double gain, List<Level> all) {
        boolean[] held = new boolean[n];
        members.forEach(p -> held[p] = true);
        // without this level, one that was split off for a scope would hold for both
        double spared =
                level.rank % 2 == 0 && levels.stream().anyMatch(other -> isScopeOf(other, level)) ? OF_A_SCOPE : 0;
        for (Level other : all) {
            if (other.term != EGRESS + INGRESS - level.term || levels.contains(other)) {
                continue;
            }
            int[] shared = Arrays.stream(other.points)
                    .filter(p -> filled[p] && held[p])
                    .toArray();
            if (shared.length < 3 || shared.length < MOST_SHARED * members.size()) {
                continue;
            }
            Optional<Pile.Found> found = pile(other).flatMap(pile -> pile.find(-MOST_ODDS));
            if (found.isEmpty() || Math.abs(found.get().level() - level.value) > NEARLY_ONE) {
                continue;
            }
            other.value = found.get().level();
            var rival = new Rival(other.value, found.get().gain() - cost(other) + spared - gain);
            for (int p : shared) {
                rivals.merge(p, rival, (a, b) -> a.odds() > b.odds() ? a : b);
            }
        }
    }

    private static boolean isScopeOf(Level scope, Level whole) {
        return scope.term == whole.term
                && scope.rank == whole.rank + 1
                && Arrays.binarySearch(whole.points, scope.points[0]) >= 0;
    }

    /**
     * Adds the level that gains most, again and again, while it pays its cost. What did not pay is asked again when others were added:
     * among values that are explained by now, a level stands out. Then it must be as sure as a cap that is told: of values that are left
     * over some lie near each other by chance.
     */
    private List<Level> greedy(List<Level> candidates) {
        List<Level> added = new ArrayList<>();
        int before;
        do {
            before = added.size();
            added.addAll(greedyOnce(
                    candidates.stream().filter(level -> !levels.contains(level)).toList(),
                    before == 0 ? 0 : SURE_OF_A_CAP));
        } while (added.size() > before);
        return added;
    }

    private List<Level> greedyOnce(List<Level> candidates, double least) {
        List<Level> added = new ArrayList<>();
        var queue = new PriorityQueue<Candidate>(Comparator.comparingDouble((Candidate c) -> -c.gain));
        candidates.forEach(level -> queue.add(new Candidate(level, Double.POSITIVE_INFINITY)));
        while (!queue.isEmpty()) {
            Level level = queue.remove().level;
            Optional<Pile.Found> found = search(level, cost(level) - DOCUMENTED);
            if (found.isEmpty()) {
                continue;
            }
            level.value = found.get().level();
            double gain = found.get().gain() - cost(level);
            Candidate rival = queue.peek();
            if (rival != null && gain < rival.gain) {
                if (gain > least) {
                    queue.add(new Candidate(level, gain));
                }
            } else if (gain > least && holds(level)) {
                accept(level);
                added.add(level);
            }
        }
        return added;
    }

    private double cost(Level level) {
        int others = splits - (levels.contains(level) ? level.rank % 2 : 0);
        double cost = level.cost
                - (level.rank % 2 == 1 && others > 0 ? 2 : 0)
                + (level.term == INGRESS && level.pooled ? lessIn(level) - (asOut(level) ? BOTH_WAYS : 0) : 0)
                - (isDocumented(level) ? DOCUMENTED : 0)
                - (level.vms == 1 && (level.term == EGRESS || level.term == INGRESS) ? usual(level) : 0);
        boolean known = levels.stream()
                .anyMatch(other -> other.term == level.term
                        && other.rank == level.rank
                        && level.rank % 2 == 0
                        && provider(other).equals(provider(level))
                        && Math.abs(other.value - level.value) < SAME
                        && other != level);
        return known ? Math.max(1.5, cost - 3.5) : cost;
    }

    /** Whether a level lies where the pages of its provider put the cap, or as far below as headers take. */
    private boolean isDocumented(Level level) {
        if (level.term != EGRESS && level.term != INGRESS) {
            return false;
        }
        return level.documented.stream().anyMatch(cap -> level.value - cap > -HEADERS && level.value - cap < SAME);
    }

    /** What caps of other VMs make a further one cheaper: by the odds that a VM has one, as found so far (Jeffreys). */
    private double usual(Level level) {
        double capped = 0;
        for (Level other : levels) {
            capped += other != level && other.term == level.term && other.vms == 1 ? 1 : 0;
        }
        double all = vms.size();
        capped = Math.min(capped, all);
        return Math.min(MOST_USUAL, Math.log((capped + 0.5) / (all - capped + 0.5) * (all + 0.5) / 0.5));
    }

    /** VMs seldom take less than such VMs send; nor can that be told apart where only their own provider sends to them. */
    private double lessIn(Level level) {
        double[] sent = sentBy.getOrDefault(points.get(level.points[0]).receiverKind(), new double[] {NEVER, NEVER});
        if (sent[1] > level.value + SAME) {
            return LESS_IN_THAN_OUT;
        }
        int own = 0;
        int all = 0;
        for (int p : level.points) {
            if (filled[p] && Math.abs(y[p] - level.value) < 2 * error[p]) {
                all++;
                Link one = points.get(p).link();
                own += one.from().provider().equals(one.to().provider()) ? 1 : 0;
            }
        }
        return all == 0 ? 0 : LESS_IN_THAN_OUT * own / all;
    }

    /** Whether such VMs send as much as they would take: many networks are the same both ways. */
    private boolean asOut(Level level) {
        String kind = points.get(level.points[0]).receiverKind();
        return levels.stream()
                .anyMatch(out -> out.term == EGRESS
                        && points.get(out.points[0]).senderKind().equals(kind)
                        && Math.abs(out.value - level.value) < SAME);
    }

    /** Of the VMs a level is of. */
    private String provider(Level level) {
        Link first = points.get(level.points[0]).link();
        return (level.term == INGRESS ? first.to() : first.from()).provider();
    }

    /** Takes away what the rest explains as well. */
    private void prune() {
        for (Level level : List.copyOf(levels)) {
            if (level.term == EGRESS || level.term == INGRESS) {
                double with = objective() - costs();
                List<Level> standing = List.copyOf(levels);
                @Nullable Level[][] before = {levelOf[EGRESS].clone(), levelOf[INGRESS].clone()};
                int split = splits;
                remove(level);
                if (objective() - costs() < with) {
                    restore(standing, before, split);
                }
            }
        }
    }

    private void restore(List<Level> standing, @Nullable Level[][] before, int split) {
        levels.clear();
        levels.addAll(standing);
        levelOf[EGRESS] = before[0];
        levelOf[INGRESS] = before[1];
        splits = split;
        for (int p = 0; p < n; p++) {
            rescore(p);
        }
    }

    private record Candidate(Level level, double gain) {}

    /** A cap of the other end that would explain the same links. */
    private record Rival(double value, double odds) {}

    private final Map<Integer, Rival> rivals = new HashMap<>();

    private static final int ROUNDS = 4;

    /**
     * A pile of rates may be the senders' or the receivers'. Each cap is taken away and the other end asked to explain its links;
     * the likelier stays, and the other takes its share of what is believed.
     */
    private void compareEnds(List<Level> all) {
        boolean swapped = true;
        for (int round = 0; round < ROUNDS; round++) {
            prune();
            boolean last = !swapped || round == ROUNDS - 1;
            swapped = false;
            rivals.clear();
            for (Level level : List.copyOf(levels)) {
                if (levels.contains(level) && (level.term == EGRESS || level.term == INGRESS)) {
                    swapped |= compareEnds(level, all, last);
                }
            }
            if (last) {
                return;
            }
        }
    }

    private boolean compareEnds(Level level, List<Level> all, boolean last) {
        List<Integer> members = members(level);
        boolean[] held = new boolean[n];
        members.forEach(p -> held[p] = true);
        int other = level.term == EGRESS ? INGRESS : EGRESS;
        @Nullable Level[][] before = {levelOf[EGRESS].clone(), levelOf[INGRESS].clone()};
        List<Level> standing = List.copyOf(levels);
        int split = splits;
        double with = objective() - costs();
        remove(level);
        List<Level> added = greedy(all.stream()
                .filter(candidate -> candidate.term == other && !levels.contains(candidate))
                .filter(candidate -> isRival(candidate, level, held))
                .toList());
        double without = objective() - costs();
        boolean swap = without > with && !last && !added.isEmpty();
        if (added.size() > 1) {
            members.forEach(p -> {
                Level rival = swap ? level : levelOf[other][p];
                if (rival != null) {
                    rivals.put(p, new Rival(rival.value, -Math.abs(with - without)));
                }
            });
        }
        if (!swap) {
            restore(standing, before, split);
        }
        return swap;
    }

    /** Whether a level might explain a good part of what another does; of a type's, only those of types and of sites within it. */
    private boolean isRival(Level candidate, Level level, boolean[] held) {
        int shared = 0;
        int counting = 0;
        for (int p : candidate.points) {
            if (filled[p]) {
                counting++;
                shared += held[p] ? 1 : 0;
            }
        }
        return shared >= 2 && (candidate.pooled || !level.pooled || 2 * shared >= counting);
    }

    private double objective() {
        double sum = 0;
        for (int p = 0; p < n; p++) {
            sum += now(p);
        }
        for (Level level : levels) {
            if (level.term == EGRESS || level.term == INGRESS) {
                for (double against : against(level)) {
                    sum -= against;
                }
            }
        }
        return sum;
    }

    /** How much the rates of each site speak against a level that applies to them; of a type's, a site may be an exception. */
    private double[] against(Level level) {
        double[] bySite = new double[vms.size()];
        for (int p : level.points) {
            if (levelOf[level.term][p] == level) {
                bySite[level.term == INGRESS ? to[p] : from[p]] +=
                        Pile.against(value(level.term, p) - level.value, error[p]);
            }
        }
        for (int site = 0; level.pooled && site < bySite.length; site++) {
            bySite[site] = Math.min(EXCEPTION, bySite[site]);
        }
        return bySite;
    }

    private double costs() {
        double sum = 0;
        for (Level level : levels) {
            sum += cost(level);
        }
        return sum;
    }

    private void remove(Level level) {
        levels.remove(level);
        splits -= level.rank % 2;
        for (int p : level.points) {
            if (levelOf[level.term][p] == level) {
                Level next = null;
                for (Level one : levels) {
                    if (one.term == level.term
                            && one.rank <= level.rank
                            && (next == null || one.rank >= next.rank)
                            && Arrays.binarySearch(one.points, p) >= 0) {
                        next = one;
                    }
                }
                levelOf[level.term][p] = next;
                rescore(p);
            }
        }
    }

    private void accept(Level level) {
        levels.add(level);
        splits += level.rank % 2;
        for (int p : level.points) {
            Level old = levelOf[level.term][p];
            if (old == null || old.rank <= level.rank) {
                levelOf[level.term][p] = level;
                rescore(p);
            }
        }
    }

    private Optional<Pile.Found> search(Level level, double cost) {
        return pile(level).flatMap(pile -> pile.find(cost));
    }

    /** How the rates that a level may apply to lie, as they are explained now; empty when they are too few. */
    private Optional<Pile> pile(Level level) {
        int term = level.term;
        int[] free = Arrays.stream(level.falling)
                .filter(p -> {
                    Level old = levelOf[term][p];
                    return old == null || old.rank <= level.rank;
                })
                .toArray();
        int m = free.length;
        double[] x = new double[m];
        double[] errors = new double[m];
        double[] at = new double[m];
        double[] otherwise = new double[m];
        double[] current = new double[m];
        int[] owner = new int[m];
        double[] lower = new double[m];
        int counting = 0;
        for (int k = 0; k < m; k++) {
            int p = free[k];
            x[k] = value(term, p);
            errors[k] = error[p];
            boolean counts = counts(term, p);
            counting += counts ? 1 : 0;
            at[k] = counts ? Math.log(BOUND[term]) + own[p * TERMS + term] : NEVER;
            double best = NEVER;
            for (int other = 0; other < TERMS; other++) {
                best = Math.max(best, other == term ? alone(term, p) : score[p * TERMS + other]);
            }
            otherwise[k] = best;
            current[k] = now(p);
            lower[k] = otherEnd(term, p);
            owner[k] = level.pooled ? (term == INGRESS ? to[p] : from[p]) : 0;
        }
        if (counting < 2) {
            return Optional.empty();
        }
        return Optional.of(new Pile(
                x,
                errors,
                at,
                otherwise,
                current,
                owner,
                level.pooled ? EXCEPTION : Double.POSITIVE_INFINITY,
                Math.log(BOUND[term]),
                lower));
    }

    private List<Integer> members(Level level) {
        List<Integer> members = new ArrayList<>();
        for (int p : level.points) {
            Level old = levelOf[level.term][p];
            boolean free = old == null || old.rank <= level.rank;
            if (free && counts(level.term, p)) {
                double best = NEVER;
                for (int other = 0; other < TERMS; other++) {
                    best = Math.max(best, other == level.term ? alone(other, p) : score[p * TERMS + other]);
                }
                if (atLevel(level.term, p, level.value) > best) {
                    members.add(p);
                }
            }
        }
        return members;
    }

    /** Enough links, and where the term has round trips in it, over unlike ones. */
    private boolean holds(Level level) {
        List<Integer> members = members(level);
        Set<Integer> links = new HashSet<>();
        members.forEach(p -> links.add(link[p]));
        if (level.term == FLOW && scales(members)) {
            return true;
        }
        boolean cap = level.term == EGRESS || level.term == INGRESS;
        if (links.size() < (cap ? 2 : 3)) {
            return false;
        }
        if (level.term == WINDOW || level.term == BUFFER || level.term == FLOW) {
            double[] times = members.stream().mapToDouble(p -> rtt[p]).sorted().toArray();
            int trim = times.length / 10;
            return times[times.length - 1 - trim] >= 2 * times[trim] && isFlat(level, members);
        }
        return true;
    }

    /**
     * Whether four times as many streams carried as much each, and somebody looked whether windows, buffers or loss held each.
     */
    private boolean scales(List<Integer> members) {
        double least = members.stream().mapToDouble(p -> streams[p]).min().orElse(1);
        double most = members.stream().mapToDouble(p -> streams[p]).max().orElse(1);
        return members.size() >= 3
                && most >= 4 * least
                && members.stream()
                        .allMatch(p ->
                                RunEvidence.looked(points.get(p)) && own[p * TERMS + FLOW] >= own[p * TERMS + LOSS]);
    }

    /** Whether what should be the same over all round-trip times is. */
    private boolean isFlat(Level level, List<Integer> members) {
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        int m = members.size();
        for (int p : members) {
            double t = Math.log(rtt[p]);
            double v = value(level.term, p);
            sx += t;
            sy += v;
            sxx += t * t;
            sxy += t * v;
        }
        double slope = (sxy - sx * sy / m) / Math.max(1e-9, sxx - sx * sx / m);
        return Math.abs(slope) < 0.3;
    }

    private List<Level> candidates() {
        Map<String, List<Integer>> groups = new HashMap<>();
        Map<String, double[]> traits = new HashMap<>();
        for (int p = 0; p < n; p++) {
            Observation point = points.get(p);
            String scope = inside[p] ? "in" : "out";
            String window = point.point().window().map(Object::toString).orElse("");
            String sender = point.senderKind();
            String receiver = point.receiverKind();
            String a = point.link().from() + "/" + sender;
            String b = point.link().to() + "/" + receiver;
            String provider = point.link().from().provider();
            put(groups, traits, p, "P/" + provider, EGRESS, 0, 5, 1);
            put(groups, traits, p, "P/" + provider + "/" + scope, EGRESS, 1, 10.5, 1);
            put(groups, traits, p, "E/" + sender, EGRESS, 2, 4, 1);
            put(groups, traits, p, "E/" + sender + "/" + scope, EGRESS, 3, 7, 1);
            put(groups, traits, p, "e/" + a, EGRESS, 4, 4.5, 0);
            put(groups, traits, p, "e/" + a + "/" + scope, EGRESS, 5, 8.5, 0);
            put(groups, traits, p, "I/" + receiver, INGRESS, 0, 5, 1);
            put(groups, traits, p, "I/" + receiver + "/" + scope, INGRESS, 1, 8, 1);
            put(groups, traits, p, "i/" + b, INGRESS, 2, 5, 0);
            put(groups, traits, p, "i/" + b + "/" + scope, INGRESS, 3, 9, 0);
            if (!Double.isNaN(rtt[p])) {
                put(groups, traits, p, "W/" + window, WINDOW, 0, 6, 1);
                put(groups, traits, p, "W/" + receiver + "/" + window, WINDOW, 2, 6.5, 1);
                put(groups, traits, p, "W/" + sender + "/" + receiver + "/" + window, WINDOW, 4, 7, 1);
                put(groups, traits, p, "w/" + b + "/" + window, WINDOW, 6, 9, 0);
                put(groups, traits, p, "S/" + a + "/" + window, BUFFER, 0, 9, 0);
                put(groups, traits, p, "F/", FLOW, 0, 8, 1);
                put(groups, traits, p, "F/" + sender, FLOW, 2, 8, 1);
                put(groups, traits, p, "f/" + a, FLOW, 4, 9, 0);
            }
        }
        List<Level> all = new ArrayList<>();
        groups.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            double[] trait = traits.get(entry.getKey());
            if (trait != null) {
                int term = (int) trait[0];
                List<Integer> members = entry.getValue();
                all.add(new Level(
                        term,
                        (int) trait[1],
                        members.stream().mapToInt(Integer::intValue).toArray(),
                        members.stream()
                                .sorted(Comparator.comparingDouble(p -> -value(term, p)))
                                .mapToInt(Integer::intValue)
                                .toArray(),
                        trait[2],
                        trait[3] > 0,
                        (int) members.stream()
                                .map(p -> term == INGRESS ? to[p] : from[p])
                                .distinct()
                                .count(),
                        documented(term, members)));
            }
        });
        return all;
    }

    private Set<Double> documented(int term, List<Integer> members) {
        if (term != EGRESS && term != INGRESS) {
            return Set.of();
        }
        Map<Integer, Integer> oneOfEach = new HashMap<>();
        members.forEach(p -> oneOfEach.putIfAbsent(term == INGRESS ? to[p] : from[p], p));
        return oneOfEach.values().stream()
                .map(points::get)
                .flatMap(point -> (term == EGRESS
                                ? pages.find(point.link().from(), point.fromVmType())
                                        .map(VmCaps::egress)
                                : pages.find(point.link().to(), point.toVmType())
                                        .map(VmCaps::ingress))
                        .stream())
                .map(cap -> Math.log((double) cap.bitsPerSecond()))
                .collect(Collectors.toSet());
    }

    private static void put(
            Map<String, List<Integer>> groups,
            Map<String, double[]> traits,
            int p,
            String key,
            int term,
            int rank,
            double cost,
            int pooled) {
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(p);
        traits.computeIfAbsent(key, k -> new double[] {term, rank, cost, pooled});
    }

    // --- the posterior ---

    private void settle() {
        var out = new Most(2 * vms.size());
        var in = new Most(2 * vms.size());
        Map<String, Double> windows = new HashMap<>();
        for (int p = 0; p < n; p++) {
            double least = y[p] - 1.5 * error[p];
            out.add(side(EGRESS, p), least, link[p]);
            in.add(side(INGRESS, p), least, link[p]);
            if (!Double.isNaN(rtt[p])) {
                windows.merge(windowKey(p), value(WINDOW, p) - error[p], Math::max);
            }
        }
        for (int round = 0; round < 3; round++) {
            double paths = 0;
            int tops = 0;
            for (int p = 0; p < n; p++) {
                believe(p, out, in, windows.getOrDefault(windowKey(p), NEVER));
                if (top[p]) {
                    tops++;
                    paths += posterior[p * TERMS + PATH];
                }
            }
            alonePath = Math.max(0.02, Math.min(0.5, (paths + 0.5) / (tops + 4)));
        }
    }

    private int side(int term, int p) {
        return 2 * (term == INGRESS ? to[p] : from[p]) + (inside[p] ? 1 : 0);
    }

    /** Bayes' rule for one rate. A level holds with its own odds; should it not, the rest explains the rate. */
    private void believe(int p, Most out, Most in, double windowElsewhere) {
        double[] free = new double[TERMS + 1];
        double[] held = new double[TERMS + 1];
        free[TERMS] = NEVER;
        held[TERMS] = NEVER;
        int strongest = -1;
        for (int term = 0; term < TERMS; term++) {
            free[term] = alone(term, p);
            if (term == EGRESS || term == INGRESS) {
                free[term] = unproven(term, p, (term == EGRESS ? out : in));
            } else if (term == WINDOW || term == BUFFER) {
                boolean looked = RunEvidence.looked(points.get(p));
                if (windowElsewhere > value(WINDOW, p) + 0.35) {
                    free[term] -= 3;
                } else if (term == WINDOW && !looked && levelOf[WINDOW][p] == null) {
                    // nothing tells a path from a window that others of the kind do not show
                    free[term] += Math.max(0, Math.log(UNSHOWN * alonePath / ALONE[WINDOW]));
                }
                if (Double.isNaN(rtt[p]) && !looked) {
                    // without round-trip times nothing excludes a window but its own evidence
                    free[TERMS] = plus(free[TERMS], Math.log(UNKNOWN * BROAD) + own[p * TERMS + term]);
                    free[term] = NEVER;
                }
            }
            Level level = levelOf[term][p];
            held[term] = level == null ? NEVER : plus(atLevel(term, p, level.value), broken(term, p, level.value));
            if (held[term] > NEVER && (strongest < 0 || held[term] > held[strongest])) {
                strongest = term;
            }
        }
        double[] without = new double[TERMS + 1];
        double[] with = new double[TERMS + 1];
        for (int term = 0; term <= TERMS; term++) {
            without[term] = term == strongest ? free[term] : plus(free[term], held[term]);
            with[term] = plus(free[term], held[term]);
        }
        Rival rival = rivals.get(p);
        if (rival != null && (strongest == EGRESS || strongest == INGRESS)) {
            int other = EGRESS + INGRESS - strongest;
            Level at = levelOf[other][p];
            if (at == null || at.value != rival.value()) {
                with[other] = plus(with[other], held[strongest] + Math.max(-MOST_ODDS, rival.odds()));
            }
        }
        normalise(without);
        normalise(with);
        Level level = strongest < 0 ? null : levelOf[strongest][p];
        double real = level == null ? 1 : 1 / (1 + Math.exp(-level.odds));
        for (int term = 0; term < TERMS; term++) {
            posterior[p * TERMS + term] = real * with[term] + (1 - real) * without[term];
        }
    }

    /** A rate below its level may be that of broken runs, anywhere over a power of e. */
    private double broken(int term, int p, double level) {
        double share =
                value(term, p) < level ? scatter.isBroken(points.get(p).runs().size()) : 0;
        return share <= 0 ? NEVER : Math.log(BOUND[term] * share) + own[p * TERMS + term];
    }

    private static void normalise(double[] logs) {
        double all = NEVER;
        for (double one : logs) {
            all = plus(all, one);
        }
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.exp(logs[i] - all);
        }
    }

    /** A cap that no level tells: hardly where the VM carried more; where it never did, nearly as likely as a path. */
    private double unproven(int term, int p, Most most) {
        double carried = most.elsewhere(side(term, p), link[p]);
        double free = alone(term, p);
        if (carried > y[p] + 0.08) {
            return free - 8;
        }
        Level level = levelOf[term][p];
        boolean exception = level != null && level.pooled && most.first[side(term, p)] < level.value - NEARLY_ONE;
        if (level == null || exception) {
            free += Math.max(0, Math.log(UNPROVEN * alonePath / ALONE[term])) + (exception ? KNOWN : 0);
        }
        return free - (most.elsewhere(side(term, p) ^ 1, link[p]) > y[p] + 0.08 ? 1.5 : 0);
    }

    /** The most that each side of a VM carried, and the most on another link. */
    private static final class Most {
        private final double[] first;
        private final double[] second;
        private final int[] by;

        Most(int sides) {
            first = new double[sides];
            second = new double[sides];
            by = new int[sides];
        }

        void add(int side, double least, int link) {
            if (least > first[side]) {
                if (by[side] != link + 1) {
                    second[side] = first[side];
                }
                first[side] = least;
                by[side] = link + 1;
            } else if (by[side] != link + 1 && least > second[side]) {
                second[side] = least;
            }
        }

        double elsewhere(int side, int link) {
            return by[side] == link + 1 ? second[side] : first[side];
        }
    }

    private String windowKey(int p) {
        Observation point = points.get(p);
        return point.senderKind()
                + point.receiverKind()
                + point.point().window().map(Object::toString).orElse("");
    }

    private static double plus(double a, double b) {
        double high = Math.max(a, b);
        return high == NEVER ? NEVER : high + Math.log(Math.exp(a - high) + Math.exp(b - high));
    }

    // --- answers ---

    Verdict verdict(Observation point) {
        Integer p = numbers.get(point);
        if (p == null) {
            return new Verdict(BindingLimit.NOT_IDENTIFIED, 0, BindingLimit.NOT_IDENTIFIED, Double.NaN, 0);
        }
        double[] share = Arrays.copyOfRange(posterior, p * TERMS, (p + 1) * TERMS);
        if (!Double.isNaN(share[WINDOW]) && !RunEvidence.looked(point)) {
            // without sockets nobody can tell whose window it is
            share[WINDOW] += share[BUFFER];
            share[BUFFER] = 0;
        }
        int best = 0;
        for (int term = 1; term < TERMS; term++) {
            best = share[term] > share[best] ? term : best;
        }
        Level level = levelOf[best][p];
        boolean at = level != null && atLevel(best, p, level.value) > alone(best, p);
        return new Verdict(
                share[best] >= SURE ? LIMITS.get(best) : BindingLimit.NOT_IDENTIFIED,
                told(share[best]),
                LIMITS.get(best),
                at && level != null ? Math.exp(level.value) : Double.NaN,
                at && level != null ? sizes.computeIfAbsent(level, this::links) : 0);
    }

    /**
     * The certainty told of a probability that is enough to name a limit. Evidence that is not independent counts with caution in the
     * model, so that its log-odds are by about one too small; how often limits are right is in {@code docs/estimation.md}.
     */
    private static double told(double probability) {
        if (probability <= SURE) {
            return probability;
        }
        double odds = Math.log(probability / (1 - Math.min(probability, 1 - 1e-9)));
        double over = odds - Math.log(SURE / (1 - SURE));
        return Math.min(0.999, 1 / (1 + Math.exp(-odds - Math.min(CAUTION, 2 * over))));
    }

    /** How likely each limit binds a point, in the order of {@link RunEvidence#LIMITS}; all zero for a point without a rate. */
    double[] odds(Observation point) {
        Integer p = numbers.get(point);
        return p == null ? new double[TERMS] : Arrays.copyOfRange(posterior, p * TERMS, (p + 1) * TERMS);
    }

    /**
     * A cap of a VM.
     *
     * @param members links at the cap
     * @param pooled whether they are of other VMs of the type as well
     * @param level where they pile up, in bit/s
     */
    record Cap(List<Observation> members, boolean pooled, double level) {}

    /** The most that arrived in a run of totals over links of a VM in a direction and a scope, in bit/s: no cap is below; 0 for none. */
    double arrived(Side side) {
        return arrived.getOrDefault(side, 0.0);
    }

    Scatter scatter() {
        return scatter;
    }

    /** Whether there are links of a VM in a direction and a scope. */
    boolean hasLinks(Side side) {
        return arrived.containsKey(side);
    }

    /** The cap of a VM in a direction and a scope; empty when nothing piles up. */
    Optional<Cap> cap(Side side) {
        int term = side.egress() ? EGRESS : INGRESS;
        int site = present.getOrDefault(side.site(), -1);
        List<Observation> members = new ArrayList<>();
        Level level = null;
        String kind = "";
        for (int p = 0; p < n; p++) {
            Level one = levelOf[term][p];
            if ((side.egress() ? from[p] : to[p]) == site
                    && inside[p] == side.inside()
                    && one != null
                    && one.odds >= SURE_OF_A_CAP) {
                level = one;
                kind = kind(p, term);
                if (isMember(p, term)) {
                    members.add(points.get(p));
                }
            }
        }
        if (level == null) {
            return Optional.empty();
        }
        if (members.size() >= 3) {
            return Optional.of(new Cap(members, false, Math.exp(level.value)));
        }
        List<Observation> all = new ArrayList<>();
        boolean ofScope = false;
        for (int p : level.points) {
            if (levelOf[term][p] == level && isMember(p, term) && kind(p, term).equals(kind)) {
                all.add(points.get(p));
                ofScope |= inside[p] == side.inside();
            }
        }
        return all.size() < 3 || !ofScope
                ? Optional.empty()
                : Optional.of(new Cap(all, level.pooled, Math.exp(level.value)));
    }

    private String kind(int p, int term) {
        return term == EGRESS ? points.get(p).senderKind() : points.get(p).receiverKind();
    }

    private boolean isMember(int p, int term) {
        return filled[p] && posterior[p * TERMS + term] >= SURE;
    }

    /** What one stream of a VM carries at most; empty when nothing piles up. */
    Optional<Cap> perFlow(SiteId site) {
        Level level = null;
        for (int p = 0; p < n; p++) {
            if (from[p] == present.getOrDefault(site, -1) && levelOf[FLOW][p] != null) {
                level = levelOf[FLOW][p];
            }
        }
        if (level == null) {
            return Optional.empty();
        }
        List<Observation> members = new ArrayList<>();
        for (int p : level.points) {
            if (levelOf[FLOW][p] == level && posterior[p * TERMS + FLOW] > 0.5) {
                members.add(points.get(p));
            }
        }
        return members.size() < 3 ? Optional.empty() : Optional.of(new Cap(members, true, Math.exp(level.value)));
    }

    private int links(Level level) {
        return (int) members(level).stream().map(p -> link[p]).distinct().count();
    }
}
