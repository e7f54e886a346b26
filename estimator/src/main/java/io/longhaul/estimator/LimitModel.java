package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
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

    /** So many links of like VMs would show the window they share. */
    private static final int ENOUGH = 12;

    /** Share of the rates without round-trip times that windows or buffers may hold. */
    private static final double UNKNOWN = 0.3;

    /** What an exception from the level of a type costs. */
    private static final double EXCEPTION = 8;

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
        ALONE[WINDOW] = 0.05;
        ALONE[BUFFER] = 0.03;
        ALONE[FLOW] = 0.01;
        ALONE[PATH] = 0.12;
        ALONE[BUCKET] = 0.0001;
        ALONE[LOSS] = 0.02;
        ALONE[CPU] = 0.01;
    }

    /** A level, and what it applies to. */
    private static final class Level {
        final int term;
        /** The larger, the more special: a special one replaces a general one. */
        final int rank;

        final int[] points;
        final double cost;
        final boolean pooled;
        double value = Double.NaN;

        Level(int term, int rank, int[] points, double cost, boolean pooled) {
            this.term = term;
            this.rank = rank;
            this.points = points;
            this.cost = cost;
            this.pooled = pooled;
        }
    }

    /** Links of a VM, in a direction and a scope. */
    record Side(SiteId site, boolean egress, boolean inside) {}

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
    private final Map<SiteId, Integer> sites = new HashMap<>();
    private final List<SiteId> siteIds = new ArrayList<>();

    LimitModel(Map<Link, List<Observation>> curves) {
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
        Noise noise = Noise.of(curves.values());
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
                link[i] = l;
                from[i] = number(point.link().from());
                to[i] = number(point.link().to());
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
        fit();
    }

    private int number(SiteId site) {
        return sites.computeIfAbsent(site, key -> {
            siteIds.add(key);
            return siteIds.size() - 1;
        });
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
        double known = levelOf[term][p] == null ? 0 : -3;
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
        }
        List<Level> all = candidates();
        greedy(all);
        compareEnds(all);
        except();
        settle();
    }

    /** Adds the level that gains most, again and again, while it pays its cost. */
    private List<Level> greedy(List<Level> candidates) {
        List<Level> added = new ArrayList<>();
        var queue = new PriorityQueue<Candidate>(Comparator.comparingDouble((Candidate c) -> -c.gain));
        candidates.forEach(level -> queue.add(new Candidate(level, Double.POSITIVE_INFINITY)));
        while (!queue.isEmpty()) {
            Level level = queue.remove().level;
            Optional<Pile.Found> found = search(level);
            if (found.isEmpty()) {
                continue;
            }
            level.value = found.get().level();
            double gain = found.get().gain() - cost(level);
            Candidate rival = queue.peek();
            if (rival != null && gain < rival.gain) {
                if (gain > 0) {
                    queue.add(new Candidate(level, gain));
                }
            } else if (gain > 0 && holds(level)) {
                accept(level);
                added.add(level);
            }
        }
        return added;
    }

    private double cost(Level level) {
        int others = splits - (levels.contains(level) ? level.rank % 2 : 0);
        double cost = level.cost - (level.rank % 2 == 1 && others > 0 ? 3 : 0);
        boolean known = levels.stream()
                .anyMatch(other -> other.term == level.term
                        && other.rank == level.rank
                        && level.rank % 2 == 0
                        && provider(other).equals(provider(level))
                        && Math.abs(other.value - level.value) < SAME
                        && other != level);
        return known ? Math.max(1.5, cost - 3.5) : cost;
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
        Set<Integer> held = new HashSet<>(members);
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
        if (!added.isEmpty()) {
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
    private boolean isRival(Level candidate, Level level, Set<Integer> held) {
        int shared = 0;
        int counting = 0;
        for (int p : candidate.points) {
            if (filled[p]) {
                counting++;
                shared += held.contains(p) ? 1 : 0;
            }
        }
        return shared >= 3 && (candidate.pooled || !level.pooled || 2 * shared >= counting);
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
        double[] bySite = new double[siteIds.size()];
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

    private Optional<Pile.Found> search(Level level) {
        int term = level.term;
        int[] free = Arrays.stream(level.points)
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
        if (counting < 3) {
            return Optional.empty();
        }
        return new Pile(
                        x,
                        errors,
                        at,
                        otherwise,
                        current,
                        owner,
                        level.pooled ? EXCEPTION : Double.POSITIVE_INFINITY,
                        Math.log(BOUND[term]),
                        lower)
                .find(0);
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
        if (links.size() < 3) {
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
            String a = point.link().from().toString();
            String b = point.link().to().toString();
            put(groups, traits, p, "E/" + sender, EGRESS, 0, 6, 1);
            put(groups, traits, p, "E/" + sender + "/" + scope, EGRESS, 1, 12, 1);
            put(groups, traits, p, "e/" + a, EGRESS, 2, 7.5, 0);
            put(groups, traits, p, "e/" + a + "/" + scope, EGRESS, 3, 13, 0);
            put(groups, traits, p, "I/" + receiver, INGRESS, 0, 10, 1);
            put(groups, traits, p, "I/" + receiver + "/" + scope, INGRESS, 1, 16, 1);
            put(groups, traits, p, "i/" + b, INGRESS, 2, 10, 0);
            put(groups, traits, p, "i/" + b + "/" + scope, INGRESS, 3, 16, 0);
            if (!Double.isNaN(rtt[p])) {
                put(groups, traits, p, "W/" + window, WINDOW, 0, 6, 1);
                put(groups, traits, p, "W/" + receiver + "/" + window, WINDOW, 2, 6.5, 1);
                put(groups, traits, p, "W/" + sender + "/" + receiver + "/" + window, WINDOW, 4, 7, 1);
                put(groups, traits, p, "w/" + b + "/" + window, WINDOW, 6, 9, 0);
                put(groups, traits, p, "S/" + a + "/" + window, BUFFER, 0, 9, 0);
                put(groups, traits, p, "F/", FLOW, 0, 8, 1);
                put(groups, traits, p, "F/" + sender, FLOW, 2, 8, 1);
            }
        }
        List<Level> all = new ArrayList<>();
        groups.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            double[] trait = traits.get(entry.getKey());
            if (trait != null) {
                all.add(new Level(
                        (int) trait[0],
                        (int) trait[1],
                        entry.getValue().stream().mapToInt(Integer::intValue).toArray(),
                        trait[2],
                        trait[3] > 0));
            }
        });
        return all;
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
        double[] mostOut = new double[2 * siteIds.size()];
        double[] mostIn = new double[2 * siteIds.size()];
        int[] mostOutBy = new int[mostOut.length];
        int[] mostInBy = new int[mostIn.length];
        double[] secondOut = new double[mostOut.length];
        double[] secondIn = new double[mostIn.length];
        for (int p = 0; p < n; p++) {
            double least = y[p] - 1.5 * error[p];
            most(mostOut, secondOut, mostOutBy, 2 * from[p] + (inside[p] ? 1 : 0), least, link[p]);
            most(mostIn, secondIn, mostInBy, 2 * to[p] + (inside[p] ? 1 : 0), least, link[p]);
        }
        Map<String, double[]> windows = new HashMap<>();
        for (int p = 0; p < n; p++) {
            if (!Double.isNaN(rtt[p])) {
                double[] best = windows.computeIfAbsent(windowKey(p), key -> new double[] {NEVER, 0});
                best[1] += top[p] ? 1 : 0;
                best[0] = Math.max(best[0], value(WINDOW, p) - error[p]);
            }
        }
        for (int round = 0; round < 3; round++) {
            double paths = 0;
            int tops = 0;
            for (int p = 0; p < n; p++) {
                double[] log = new double[TERMS];
                double unknown = NEVER;
                for (int term = 0; term < TERMS; term++) {
                    double free = alone(term, p);
                    int side = 2 * (term == INGRESS ? to[p] : from[p]) + (inside[p] ? 1 : 0);
                    if (term == EGRESS) {
                        free -= proven(mostOut, secondOut, mostOutBy, side, p);
                    } else if (term == INGRESS) {
                        free -= proven(mostIn, secondIn, mostInBy, side, p);
                    } else if (term == WINDOW || term == BUFFER) {
                        double[] best = windows.get(windowKey(p));
                        if (best != null && best[0] > value(WINDOW, p) + 0.35) {
                            free -= 3;
                        } else if (best != null && best[1] >= ENOUGH && !RunEvidence.looked(points.get(p))) {
                            free -= 2;
                        }
                        if (Double.isNaN(rtt[p]) && !RunEvidence.looked(points.get(p))) {
                            // without round-trip times nothing excludes a window but its own evidence
                            unknown = plus(unknown, Math.log(UNKNOWN * BROAD) + own[p * TERMS + term]);
                            free = NEVER;
                        }
                    }
                    Level level = levelOf[term][p];
                    log[term] = level == null ? free : plus(free, atLevel(term, p, level.value));
                    Rival rival = rivals.get(p);
                    if (rival != null
                            && (term == EGRESS || term == INGRESS)
                            && (level == null || level.value != rival.value())) {
                        Level won = levelOf[EGRESS + INGRESS - term][p];
                        double best = won == null ? NEVER : atLevel(EGRESS + INGRESS - term, p, won.value);
                        log[term] = plus(log[term], best + Math.max(-20, rival.odds()));
                    }
                }
                double all = unknown;
                for (double one : log) {
                    all = plus(all, one);
                }
                for (int term = 0; term < TERMS; term++) {
                    posterior[p * TERMS + term] = Math.exp(log[term] - all);
                }
                if (top[p]) {
                    tops++;
                    paths += posterior[p * TERMS + PATH];
                }
            }
            alonePath = Math.max(0.02, Math.min(0.5, (paths + 0.5) / (tops + 4)));
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

    private static void most(double[] most, double[] second, int[] by, int side, double least, int link) {
        if (most[side] == 0 || least > most[side]) {
            if (by[side] != link + 1) {
                second[side] = most[side];
            }
            most[side] = least;
            by[side] = link + 1;
        } else if (by[side] != link + 1 && least > second[side]) {
            second[side] = least;
        }
    }

    /** Log-odds against a cap here that no level tells: the VM carried more, in this scope or in the other. */
    private double proven(double[] most, double[] second, int[] by, int side, int p) {
        double same = by[side] == link[p] + 1 ? second[side] : most[side];
        if (same > y[p] + 0.08) {
            return 8;
        }
        return most[side ^ 1] > y[p] + 0.08 ? 1.5 : 0;
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
                Math.min(0.999, share[best]),
                LIMITS.get(best),
                at && level != null ? Math.exp(level.value) : Double.NaN,
                at && level != null ? sizes.computeIfAbsent(level, this::links) : 0);
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
        return points.stream()
                .filter(point -> point.point().steady().isEmpty() && isOf(point.link(), side))
                .flatMap(point -> point.runs().stream())
                .mapToDouble(run -> run.arrived().bitsPerSecond())
                .max()
                .orElse(0);
    }

    private static boolean isOf(Link link, Side side) {
        return (side.egress() ? link.from() : link.to()).equals(side.site())
                && link.from().provider().equals(link.to().provider()) == side.inside();
    }

    /** Whether there are links of a VM in a direction and a scope. */
    boolean hasLinks(Side side) {
        return points.stream().map(Observation::link).anyMatch(one -> isOf(one, side));
    }

    /** The cap of a VM in a direction and a scope; empty when nothing piles up. */
    Optional<Cap> cap(Side side) {
        int term = side.egress() ? EGRESS : INGRESS;
        int site = sites.getOrDefault(side.site(), -1);
        List<Observation> members = new ArrayList<>();
        Level level = null;
        for (int p = 0; p < n; p++) {
            if ((side.egress() ? from[p] : to[p]) == site && inside[p] == side.inside() && levelOf[term][p] != null) {
                level = levelOf[term][p];
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
        for (int p : level.points) {
            if (levelOf[term][p] == level && isMember(p, term)) {
                all.add(points.get(p));
            }
        }
        return all.size() < 3 ? Optional.empty() : Optional.of(new Cap(all, level.pooled, Math.exp(level.value)));
    }

    private boolean isMember(int p, int term) {
        return filled[p] && posterior[p * TERMS + term] > 0.5;
    }

    /** What one stream of a VM carries at most; empty when nothing piles up. */
    Optional<Cap> perFlow(SiteId site) {
        Level level = null;
        for (int p = 0; p < n; p++) {
            if (siteIds.get(from[p]).equals(site) && levelOf[FLOW][p] != null) {
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
