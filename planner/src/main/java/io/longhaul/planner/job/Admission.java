package io.longhaul.planner.job;

import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.DenseSimplex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What ports, paths and slots have left over time, and who was promised what. A job is taken when its flows fit into their
 * windows beside all that is promised; flows that are promised may be sent at other times and on other ways within theirs, so
 * that no promise is broken. A stage's window is its place in the job when all transfers are stretched alike to end by the
 * deadline. What connecting and slow start cost at most is reserved with a flow, and its window ends so early that its last octet
 * arrives in time. A site with a token bucket promises its high rate for as many octets as its credit lasts for, and then what
 * refills it. Confined to one thread.
 */
final class Admission {
    /** Parts of capacities and sizes that count as none. */
    private static final double NOTHING = 1e-9;
    /** A rate, bit/s, that nobody sends at. */
    private static final double LEAST_RATE = 1000;
    /** Seconds that are too short to send in. */
    private static final double LEAST_TIME = 1e-6;
    /** Bits of ten segments, with which a stream begins. */
    private static final double FIRST_WINDOW = 10 * 1448 * 8.0;

    /** Beyond so many flows, ways or times a joint program would take too long; the greedy answer stands then. */
    private static final int MOST_FLOWS = 60;

    private static final int MOST_TIMES = 24;
    private static final int MOST_MOVED = 40;
    private static final int MOST_RELAYS = 3;

    /** What a flow sends on one way in one time. */
    private record Part(int relay, double start, double end, double rate) {
        double bits() {
            return (end - start) * rate;
        }
    }

    /** A flow in its window, seconds from the start of all; its last octet has to leave by then. */
    private static final class Request {
        final Draft draft;
        final int stage;
        final int from;
        final int to;
        final double bits;
        final double start;
        final double end;
        List<Part> parts = new ArrayList<>();

        Request(Draft draft, int stage, int from, int to, double bits, double start, double end) {
            this.draft = draft;
            this.stage = stage;
            this.from = from;
            this.to = to;
            this.bits = bits;
            this.start = start;
            this.end = end;
        }
    }

    /** A time in which a site's slots are used for a stage, by which part of them. */
    private record Work(int site, double start, double end, double part) {}

    private final JobModel model;
    private final int n;
    /** By resource: what is used from each time on. */
    private final Map<Integer, TreeMap<Double, Double>> used = new HashMap<>();

    private final List<Request> promised = new ArrayList<>();
    /** What each site sends at most: by its port, or by what refills its bucket. */
    private final double[] sends;
    /** Bits that each site may still promise at its port's rate. */
    private final double[] credits;

    private final double[] refills;

    /** @param model of any of the jobs: they share a cluster */
    Admission(JobModel model) {
        this.model = model;
        n = model.siteCount;
        sends = model.up.clone();
        credits = new double[n];
        refills = model.up.clone();
        for (int i = 0; i < n; i++) {
            SiteModel site = model.network.getSite(model.sites.get(i));
            double vms = model.vms[i];
            Optional<TokenBucket> bucket = Objects.requireNonNull(
                            model.job.cluster().get(site.id()))
                    .vm(site)
                    .caps()
                    .egressBucket();
            double high = bucket.map(TokenBucket::high).map(Admission::rate).orElse(1.0) * vms;
            refills[i] = bucket.map(TokenBucket::refill).map(Admission::rate).orElse(model.up[i] / vms) * vms;
            double budget = bucket.map(TokenBucket::budget).map(Admission::bits).orElse(Double.MAX_VALUE);
            double credit =
                    Math.min(budget, site.remainingCredit().map(Admission::bits).orElse(budget));
            // while it sends at its high rate it is refilled
            credits[i] = bucket.isEmpty() || high <= refills[i]
                    ? Double.POSITIVE_INFINITY
                    : credit * vms * high / (high - refills[i]);
        }
    }

    private static double rate(Bandwidth bandwidth) {
        return (double) bandwidth.bitsPerSecond();
    }

    private static double bits(DataSize size) {
        return 8.0 * size.bytes();
    }

    /** Bits that a flow falls behind its rate at most while it connects and its windows double, on the way over a relay or without. */
    private double lost(Request request, int relay) {
        double first = roundTrip(request.from, relay < 0 ? request.to : relay);
        double second = relay < 0 ? 0 : roundTrip(relay, request.to);
        double slowest = Math.max(first, second);
        double rate = relay < 0 ? model.pair[request.from][request.to] : width(request, relay);
        double most = Math.min(rate, Math.min(model.up[request.from], model.down[request.to]));
        int streams = relay < 0
                ? model.streams[request.from][request.to]
                : Math.max(model.streams[request.from][relay], model.streams[relay][request.to]);
        double lost = most * (first + second);
        for (double window = streams * FIRST_WINDOW; window < most * slowest; window *= 2) {
            lost += most * slowest - window;
        }
        return lost;
    }

    private double roundTrip(int from, int to) {
        return model.link(from, to)
                .flatMap(LinkModel::rtt)
                .map(Durations::seconds)
                .orElse(0.0);
    }

    /** Seconds from when the last octet of a flow leaves to when it arrives, on the slowest of its ways. */
    private double lag(Request request) {
        double lag = 0;
        for (int relay : relays(request)) {
            double first = roundTrip(request.from, relay < 0 ? request.to : relay);
            double second = relay < 0 ? 0 : roundTrip(relay, request.to);
            lag = Math.max(lag, (first + second) / 2 + Math.min(first, second));
        }
        return lag;
    }

    /** Bits of a flow that arrive if it sends as some parts say. */
    private double delivers(Request request, List<Part> parts) {
        double sum = 0;
        for (double bits : byWay(request, parts).values()) {
            sum += bits;
        }
        return sum;
    }

    /** The same by way. */
    private Map<Integer, Double> byWay(Request request, List<Part> parts) {
        Map<Integer, Double> sent = new TreeMap<>();
        parts.stream()
                .filter(part -> part.end > part.start)
                .forEach(part -> sent.merge(part.relay, part.bits(), Double::sum));
        sent.replaceAll((relay, bits) -> Math.max(0, bits - lost(request, relay)));
        return sent;
    }

    /** Bits to be sent on some ways so that all arrives, beside what some parts send. */
    private double wanted(Request request, List<Part> parts, int... relays) {
        double left = request.bits - delivers(request, parts);
        if (left <= NOTHING * request.bits) {
            return 0;
        }
        for (int relay : relays) {
            double sent = parts.stream()
                    .filter(part -> part.relay == relay)
                    .mapToDouble(Part::bits)
                    .sum();
            left += Math.max(0, lost(request, relay) - sent);
        }
        return left;
    }

    /** Seconds of a job alone; its last stage ends then. */
    static double alone(Draft draft) {
        return stretched(draft, 1, new double[draft.model.stageCount]);
    }

    /** The end of a job when its transfers take so many times as long; fills in when stages begin. */
    private static double stretched(Draft draft, double factor, double[] starts) {
        JobModel model = draft.model;
        double[] ends = new double[model.stageCount];
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            starts[s] = model.start(s, ends);
            double transfer = model.transfer(model.flows(s, draft.shares));
            ends[s] = starts[s] + factor * transfer + model.compute(s, draft.shares[s]);
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    /**
     * Takes a job if that breaks no promise.
     *
     * @param deadline seconds from its arrival
     * @return whether it is taken; then the flows of the draft have their pieces
     */
    boolean admit(Draft draft, double deadline) {
        double arrival = Durations.seconds(draft.model.job.terms().arrival());
        if (draft.model.job.repeat().rounds() > 1 || alone(draft) > deadline) {
            return false;
        }
        double[] starts = new double[draft.model.stageCount];
        double factor = factor(draft, deadline, starts);
        var requests = new ArrayList<Request>();
        var work = new ArrayList<Work>();
        windows(draft, arrival, factor, starts, requests, work);
        if (!hasSlots(work)) {
            return false;
        }
        double[] asked = new double[n];
        requests.forEach(one -> asked[one.from] += wanted(one, List.of(), relays(one)));
        for (int i = 0; i < n; i++) {
            sends[i] = asked[i] <= credits[i] ? model.up[i] : Math.min(model.up[i], refills[i]);
        }
        if (!fits(requests, arrival)) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            credits[i] -= asked[i] <= credits[i] ? asked[i] : 0;
        }
        work.forEach(one -> use(slots(one.site), one.start, one.end, one.part));
        promised.addAll(requests);
        return true;
    }

    private static double factor(Draft draft, double deadline, double[] starts) {
        double low = 1;
        double high = 1;
        for (int i = 0; i < 60 && stretched(draft, 2 * high, starts) <= deadline; i++) {
            high *= 2;
        }
        high *= 2;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean fits = stretched(draft, middle, starts) <= deadline;
            low = fits ? middle : low;
            high = fits ? high : middle;
        }
        stretched(draft, low, starts);
        return low;
    }

    private void windows(
            Draft draft, double arrival, double factor, double[] starts, List<Request> requests, List<Work> work) {
        JobModel of = draft.model;
        for (int s = 0; s < of.stageCount; s++) {
            double[][] flows = of.flows(s, draft.shares);
            double start = arrival + starts[s];
            double end = start + factor * of.transfer(flows);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    long octets = Math.round(flows[i][j] / 8);
                    if (octets > 0) {
                        var request = new Request(draft, s, i, j, 8.0 * octets, start, end);
                        requests.add(new Request(draft, s, i, j, 8.0 * octets, start, end - lag(request)));
                    }
                }
            }
            double seconds = of.compute(s, draft.shares[s]);
            for (int i = 0; i < n && seconds > 0; i++) {
                if (draft.shares[s][i] > JobModel.NOTHING) {
                    double own = of.work[s] * draft.shares[s][i] / of.slots[i];
                    work.add(new Work(i, end, end + seconds, own / seconds));
                }
            }
        }
    }

    private boolean hasSlots(List<Work> work) {
        var taken = new ArrayList<Work>();
        boolean fits = true;
        for (Work one : work) {
            fits &= most(slots(one.site), one.start, one.end) + one.part <= 1 + NOTHING;
            use(slots(one.site), one.start, one.end, one.part);
            taken.add(one);
        }
        taken.forEach(one -> use(slots(one.site), one.start, one.end, -one.part));
        return fits;
    }

    /** Direct at first sight; else with relays; else with others moved; else not. */
    private boolean fits(List<Request> requests, double now) {
        if (fill(requests)) {
            return true;
        }
        if (requests.size() <= MOST_FLOWS && program(requests, now)) {
            return true;
        }
        List<Request> others = movable(requests, now);
        if (others.isEmpty()) {
            return false;
        }
        Map<Request, List<Part>> before = new HashMap<>();
        for (Request other : others) {
            before.put(other, other.parts);
            release(other);
            other.parts = cut(other.parts, now);
            other.parts.forEach(part -> use(other, part, 1));
        }
        var all = new ArrayList<>(others);
        all.addAll(requests);
        all.sort(Comparator.<Request>comparingDouble(one -> one.end).thenComparingDouble(one -> one.start));
        if (refill(all, now) || (all.size() <= MOST_FLOWS && program(all, now))) {
            return true;
        }
        before.forEach((other, parts) -> {
            release(other);
            other.parts = parts;
            parts.forEach(part -> use(other, part, 1));
        });
        return false;
    }

    /** What was sent before a moment. */
    private static List<Part> cut(List<Part> parts, double now) {
        var before = new ArrayList<Part>();
        for (Part part : parts) {
            if (part.start < now) {
                before.add(new Part(part.relay, part.start, Math.min(part.end, now), part.rate));
            }
        }
        return before;
    }

    /** Promised flows that have something left to send in the windows of new ones, those with the latest end first. */
    private List<Request> movable(List<Request> requests, double now) {
        double from = requests.stream().mapToDouble(one -> one.start).min().orElse(now);
        double to = requests.stream().mapToDouble(one -> one.end).max().orElse(now);
        return promised.stream()
                .filter(one -> one.end > Math.max(now, from)
                        && one.start < to
                        && one.parts.stream().anyMatch(part -> part.end > now)
                        && requests.stream().anyMatch(other -> other.from == one.from || other.to == one.to))
                .sorted(Comparator.<Request>comparingDouble(one -> -one.end))
                .limit(MOST_MOVED)
                .toList();
    }

    private void release(Request request) {
        request.parts.forEach(part -> use(request, part, -1));
    }

    /** All requests in turn on their direct links; nothing is kept if one does not fit. */
    private boolean fill(List<Request> requests) {
        for (int k = 0; k < requests.size(); k++) {
            Request request = requests.get(k);
            Optional<List<Part>> parts = earliest(request, request.start, wanted(request, List.of(), -1));
            if (parts.isEmpty()) {
                for (Request done : requests.subList(0, k)) {
                    release(done);
                    done.parts = new ArrayList<>();
                }
                return false;
            }
            request.parts = new ArrayList<>(parts.get());
            request.parts.forEach(part -> use(request, part, 1));
        }
        return true;
    }

    /** What is left of all requests in turn on their direct links; what was there before stays if one does not fit. */
    private boolean refill(List<Request> requests, double now) {
        Map<Request, List<Part>> before = new HashMap<>();
        boolean fits = true;
        for (Request request : requests) {
            before.put(request, request.parts);
            double left = wanted(request, cut(request.parts, now), -1);
            Optional<List<Part>> parts =
                    left > 0 ? earliest(request, Math.max(now, request.start), left) : Optional.of(List.of());
            fits = parts.isPresent();
            if (!fits) {
                break;
            }
            var joined = new ArrayList<>(request.parts);
            joined.addAll(parts.get());
            request.parts = joined;
            parts.get().forEach(part -> use(request, part, 1));
        }
        if (!fits) {
            before.forEach((request, parts) -> {
                release(request);
                request.parts = parts;
                parts.forEach(part -> use(request, part, 1));
            });
        }
        return fits;
    }

    /** As early as the direct link allows. */
    private Optional<List<Part>> earliest(Request request, double from, double bits) {
        int[] resources = {request.from, n + request.to, path(request.from, request.to)};
        var parts = new ArrayList<Part>();
        double left = bits;
        double start = from;
        for (double end : times(resources, from, request.end)) {
            double rate = Double.POSITIVE_INFINITY;
            for (int resource : resources) {
                rate = Math.min(rate, capacity(resource) - at(resource, start));
            }
            if (rate > LEAST_RATE && end - start > LEAST_TIME) {
                double whole = Math.floor(rate);
                boolean brief = left / whole < LEAST_TIME;
                double until = brief ? start + LEAST_TIME : Math.min(end, start + left / whole);
                double sending = brief ? Math.ceil(left / LEAST_TIME) : whole;
                parts.add(new Part(-1, start, until, sending));
                left -= (until - start) * sending;
            }
            if (left <= NOTHING * request.bits) {
                return Optional.of(parts);
            }
            start = end;
        }
        return Optional.empty();
    }

    /** When what is used of any resource changes within a window, and the end of it. */
    private NavigableSet<Double> times(int[] resources, double from, double to) {
        var times = new TreeSet<Double>();
        if (to > from) {
            for (int resource : resources) {
                TreeMap<Double, Double> steps = used.get(resource);
                if (steps != null) {
                    times.addAll(steps.subMap(from, false, to, false).keySet());
                }
            }
            times.add(to);
        }
        return times;
    }

    private int path(int from, int to) {
        return 2 * n + from * n + to;
    }

    private int slots(int site) {
        return 2 * n + n * n + site;
    }

    private double capacity(int resource) {
        if (resource < n) {
            return sends[resource];
        }
        if (resource < 2 * n) {
            return model.down[resource - n];
        }
        int pair = resource - 2 * n;
        return model.pair[pair / n][pair % n];
    }

    private double at(int resource, double moment) {
        TreeMap<Double, Double> steps = used.get(resource);
        Map.Entry<Double, Double> step = steps == null ? null : steps.floorEntry(moment);
        return step == null ? 0 : step.getValue();
    }

    private double most(int resource, double start, double end) {
        double most = at(resource, start);
        for (double moment : times(new int[] {resource}, start, end)) {
            most = moment < end ? Math.max(most, at(resource, moment)) : most;
        }
        return most;
    }

    private void use(Request request, Part part, int sign) {
        for (int resource : resources(request, part.relay)) {
            use(resource, part.start, part.end, sign * part.rate);
        }
    }

    private int[] resources(Request request, int relay) {
        return relay < 0
                ? new int[] {request.from, n + request.to, path(request.from, request.to)}
                : new int[] {
                    request.from, n + request.to, relay, n + relay, path(request.from, relay), path(relay, request.to)
                };
    }

    private void use(int resource, double start, double end, double rate) {
        TreeMap<Double, Double> steps =
                used.computeIfAbsent(resource, any -> new TreeMap<>(Map.of(Double.NEGATIVE_INFINITY, 0.0)));
        steps.putIfAbsent(start, steps.floorEntry(start).getValue());
        steps.putIfAbsent(end, steps.floorEntry(end).getValue());
        steps.subMap(start, true, end, false).replaceAll((moment, value) -> value + rate);
    }

    /** All that is left of some requests at once, on direct links and over relays: a linear program. */
    private boolean program(List<Request> requests, double now) {
        List<double[]> windows = windows(requests, now);
        var simplex = new DenseSimplex();
        Map<Long, Integer> rows = new HashMap<>();
        record Column(Request request, int relay, double start, double end, int number, double unit) {}
        var columns = new ArrayList<Column>();
        double[] wanted = new double[requests.size()];
        int[] amounts = new int[requests.size()];
        for (int r = 0; r < wanted.length; r++) {
            Request request = requests.get(r);
            wanted[r] = wanted(request, cut(request.parts, now), relays(request));
            amounts[r] = simplex.addRow(1);
            if (wanted[r] <= 0) {
                continue;
            }
            for (double[] window : windows) {
                boolean open =
                        window[0] >= Math.max(now, request.start) - NOTHING && window[1] <= request.end + NOTHING;
                for (int relay : open ? relays(request) : new int[0]) {
                    int[] resources = resources(request, relay);
                    int[] inRows = new int[resources.length + 1];
                    double[] entries = new double[resources.length + 1];
                    for (int k = 0; k < resources.length; k++) {
                        int resource = resources[k];
                        double room = (window[1] - window[0]) * capacity(resource);
                        double left = 1 - most(resource, window[0], window[1]) / capacity(resource);
                        inRows[k] = rows.computeIfAbsent(
                                (long) windows.indexOf(window) * (2 * n + n * n) + resource,
                                any -> simplex.addRow(Math.max(0, left - NOTHING)));
                        entries[k] = wanted[r] / room;
                    }
                    inRows[resources.length] = amounts[r];
                    entries[resources.length] = 1;
                    int number = simplex.addColumn(-1, inRows, entries);
                    columns.add(new Column(request, relay, window[0], window[1], number, wanted[r]));
                }
            }
        }
        if (!simplex.solve(() -> false)) {
            return false;
        }
        Map<Request, List<Part>> found = new HashMap<>();
        for (Column column : columns) {
            double rate = Math.floor(simplex.value(column.number()) * column.unit() / (column.end() - column.start()));
            if (rate > LEAST_RATE) {
                found.computeIfAbsent(column.request(), any -> new ArrayList<>())
                        .add(new Part(column.relay(), column.start(), column.end(), rate));
            }
        }
        for (int r = 0; r < wanted.length; r++) {
            double sent = found.getOrDefault(requests.get(r), List.of()).stream()
                    .mapToDouble(Part::bits)
                    .sum();
            if (sent < wanted[r] - 5e-7 * requests.get(r).bits) {
                return false;
            }
        }
        found.forEach((request, parts) -> {
            var joined = new ArrayList<>(request.parts);
            joined.addAll(parts);
            request.parts = joined;
            parts.forEach(part -> use(request, part, 1));
        });
        return true;
    }

    /** Times in which nothing changes, or of many the ends of the requests' windows. */
    private List<double[]> windows(List<Request> requests, double now) {
        var moments = new TreeSet<Double>();
        var ends = new TreeSet<Double>();
        for (Request request : requests) {
            double start = Math.max(now, request.start);
            if (request.end > start) {
                ends.add(start);
                ends.add(request.end);
                for (int relay : relays(request)) {
                    moments.addAll(times(resources(request, relay), start, request.end));
                }
            }
        }
        moments.addAll(ends);
        var chosen = moments.size() <= MOST_TIMES ? moments : ends;
        var windows = new ArrayList<double[]>();
        double last = Double.NaN;
        for (double moment : chosen) {
            if (moment - last > LEAST_TIME) {
                windows.add(new double[] {last, moment});
            }
            last = moment;
        }
        return windows;
    }

    /** The direct way, -1, and the relays with the widest ways. */
    private int[] relays(Request request) {
        boolean[] may = RelayProgram.mayRelay(request.draft.model, request.stage);
        var relays = new ArrayList<Integer>();
        for (int k = 0; k < n; k++) {
            boolean way = k != request.from && k != request.to && may[k] && credits[k] == Double.POSITIVE_INFINITY;
            if (way && width(request, k) > 0) {
                relays.add(k);
            }
        }
        relays.sort(Comparator.<Integer>comparingDouble(k -> -width(request, k)).thenComparing(k -> k));
        var chosen = new ArrayList<>(relays.subList(0, Math.min(MOST_RELAYS, relays.size())));
        if (model.pair[request.from][request.to] > 0) {
            chosen.add(0, -1);
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }

    private double width(Request request, int relay) {
        return Math.min(model.pair[request.from][relay], model.pair[relay][request.to]);
    }

    /** Writes what was promised into the drafts. */
    void write() {
        Map<Draft, Map<Integer, List<RoutedFlow>>> flows = new HashMap<>();
        for (Request request : promised) {
            flows.computeIfAbsent(request.draft, any -> new TreeMap<>())
                    .computeIfAbsent(request.stage, any -> new ArrayList<>())
                    .addAll(routed(request));
        }
        flows.forEach((draft, byStage) -> byStage.forEach((stage, routed) -> draft.setFlows(stage, routed)));
    }

    private List<RoutedFlow> routed(Request request) {
        double arrival = Durations.seconds(request.draft.model.job.terms().arrival());
        Map<Integer, List<Part>> byRelay = new TreeMap<>();
        request.parts.stream()
                .filter(part -> part.end > part.start)
                .forEach(part -> byRelay.computeIfAbsent(part.relay, any -> new ArrayList<>())
                        .add(part));
        // what is reserved beyond the octets there are is left out of each way in proportion
        double delivered = delivers(request, request.parts);
        Map<Integer, Long> octets = new TreeMap<>();
        byWay(request, request.parts)
                .forEach((relay, bits) -> octets.put(
                        relay, delivered > 0 ? Math.round(bits * Math.min(1, request.bits / delivered) / 8) : 0));
        int widest = octets.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(-1);
        long all = octets.values().stream().mapToLong(Long::longValue).sum();
        octets.merge(widest, Math.round(request.bits / 8) - all, Long::sum);
        var flows = new ArrayList<RoutedFlow>();
        byRelay.forEach((relay, parts) -> {
            RoutedFlow plain = request.draft.flow(
                    request.from,
                    request.to,
                    octets.getOrDefault(relay, 0L),
                    0,
                    relay < 0 ? new int[0] : new int[] {relay});
            if (!plain.size().equals(DataSize.ZERO)) {
                flows.add(new RoutedFlow(
                        plain.from(),
                        plain.to(),
                        plain.size(),
                        plain.via(),
                        plain.streams(),
                        plain.weight(),
                        0,
                        parts.stream()
                                .sorted(Comparator.comparingDouble(Part::start))
                                .map(part -> piece(part, arrival))
                                .toList()));
            }
        });
        return flows;
    }

    /** Rounded to the nanosecond on either side, so that nothing is missing. */
    private static RoutedFlow.Piece piece(Part part, double arrival) {
        return new RoutedFlow.Piece(
                Duration.ofNanos((long) Math.floor(Math.max(0, part.start - arrival) * 1e9)),
                Duration.ofNanos((long) Math.ceil((part.end - arrival) * 1e9)),
                new Bandwidth((long) part.rate));
    }
}
