package io.longhaul.planner.job;

import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * How one round of a draft goes when it is carried out alone: stages that overlap share ports, paths and slots by their
 * priorities, flows within a priority by their weights (max-min); streams connect, and their windows double from ten segments
 * (RFC 6928) until the rate is reached; token buckets run dry. A fluid that is followed from event to event; events within
 * {@link #GRAIN} of the time count as one. Flows with fixed rates are not followed. Confined to one thread.
 */
final class Forecast {
    /** Part of what the job takes by its busiest ports and paths; with more flows than {@link #FEW} it grows with them. */
    private static final double GRAIN = 1e-4;

    private static final double FEW = 400;
    private static final double COARSEST = 10;

    private static final double LEAST_GRAIN = 1e-7;
    private static final double INITIAL_WINDOW_BITS = 10 * 1448 * 8.0;
    private static final double SMALL = 1e-12;

    /**
     * Seconds from the start, by stage.
     *
     * @param starts when its first flow begins
     * @param arrivals when its last octet has arrived
     * @param ends when it has computed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Times(double[] starts, double[] arrivals, double[] ends) {
        /** Infinite when something never ends. */
        double last() {
            return Arrays.stream(ends).max().orElse(0);
        }
    }

    /** What happens to a flow, or to a stage, at a moment. */
    private record Event(double at, int order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Integer.compare(order, other.order);
        }
    }

    /** A transfer, or the work of a stage at a site. Bits and bit/s, or slot-seconds and slots. */
    private final class Running {
        final int stage;
        final int rank;
        final int[] uses;
        /** The same without paths, which mostly nobody else uses. */
        final int[] ports;

        final double weight;
        /** What it carries alone, at last. */
        final double most;

        final double roundTrip;
        final double oneWay;
        /** What it carries alone now. */
        double demand;

        double left;
        double rate;
        /** While rates are given: what it takes at most over its weight, and whether it has got its rate. */
        double level;

        boolean given;
        boolean ended;

        Running(
                int stage,
                int[] uses,
                int[] ports,
                double amount,
                double weight,
                double most,
                double roundTrip,
                double oneWay) {
            this.stage = stage;
            this.rank = draft.priorities[stage];
            this.uses = uses;
            this.ports = ports;
            this.left = amount;
            this.weight = weight;
            this.most = most;
            this.roundTrip = roundTrip;
            this.oneWay = oneWay;
            demand = most;
        }

        void begin() {
            int place = active.size();
            while (place > 0 && active.get(place - 1).rank > rank) {
                place--;
            }
            active.add(place, this);
            crowd(1);
            dirty = true;
        }

        /** Counts it in, or out, on the paths it uses. */
        void crowd(int one) {
            for (int resource : uses) {
                if (resource >= 3 * n) {
                    int path = resource - 3 * n;
                    int before = usersOfPath[path];
                    usersOfPath[path] += one;
                    crowded += (usersOfPath[path] > 1 ? 1 : 0) - (before > 1 ? 1 : 0);
                }
            }
        }

        void grow(double from) {
            if (demand < most) {
                double then = from + roundTrip;
                at(then, () -> {
                    if (left > 0) {
                        // one that gets less than it would take gets no more when it would take more
                        dirty |= rate >= demand * (1 - SMALL);
                        demand = Math.min(most, 2 * demand);
                        grow(then);
                    }
                });
            }
        }
    }

    /** Credit of a site's VMs together. */
    private static final class Bucket {
        final int resource;
        final double high;
        final double low;
        final double refill;
        final double budget;
        double credit;
        boolean empty;
        double sending;

        Bucket(int resource, TokenBucket bucket, int vms, double credit) {
            this.resource = resource;
            high = (double) bucket.high().bitsPerSecond() * vms;
            refill = (double) bucket.refill().bitsPerSecond() * vms;
            low = Math.max((double) bucket.low().bitsPerSecond() * vms, refill);
            budget = bucket.budget().bytes() * 8.0 * vms;
            this.credit = Math.min(budget, credit);
            empty = credit <= 0;
        }

        /** Seconds until it is dry, or has credit again, if what is sent stays as it is. */
        double turnsIn() {
            double falling = sending - refill;
            if (!empty && falling > 1e-6 * high) {
                return credit / falling;
            }
            return empty && falling < -1e-6 * high ? 0 : Double.POSITIVE_INFINITY;
        }

        void pass(double seconds) {
            credit = Math.max(0, Math.min(budget, credit + (refill - sending) * seconds));
        }
    }

    private final Draft draft;
    private final JobModel model;
    private final int n;
    private final double grain;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<Running> active = new ArrayList<>();
    private final List<Bucket> buckets = new ArrayList<>();
    private double[] capacities;
    private final Map<Integer, Integer> paths = new HashMap<>();
    private int resources;
    /** By path, and how many paths several use. */
    private int[] usersOfPath = new int[16];

    private int crowded;
    /** Those that count while rates are given. */
    private int resourcesNow;

    private double[] room = new double[0];
    private double[] weightOn = new double[0];
    private int[] usersOf = new int[0];
    /** Where the users of a resource begin in {@link #users}. */
    private int[] firstUser = new int[0];

    private Running[] users = new Running[0];
    /** Resources that several use. */
    private int[] sharedOnes = new int[0];

    private final double[] starts;
    private final double[] arrivals;
    private final double[] ends;
    private final int[] waits;
    private final int[] open;
    /** Stages that start now. */
    private final List<Integer> starting = new ArrayList<>();

    /** Seconds after which the answer does not count any more; and what follows the end of each stage at least. */
    private final double latest;

    private final double[] tails;
    private double now;
    private int order;
    private boolean dirty;

    private Forecast(Draft draft, double seconds, double latest) {
        this.draft = draft;
        model = draft.model;
        n = model.siteCount;
        grain = Math.max(LEAST_GRAIN, GRAIN * seconds);
        starts = never();
        arrivals = never();
        ends = never();
        waits = new int[model.stageCount];
        open = new int[model.stageCount];
        this.latest = latest;
        tails = new double[model.stageCount];
        for (int s = model.stageCount - 1; s >= 0 && latest < Double.POSITIVE_INFINITY; s--) {
            for (int from : model.inputs[s]) {
                if (from >= 0) {
                    double least = draft.transfer(s) + model.compute(s, draft.shares[s]) + tails[s];
                    tails[from] = Math.max(tails[from], least);
                }
            }
        }
        capacities = Arrays.copyOf(model.up, 4 * n + 16);
        System.arraycopy(model.down, 0, capacities, n, n);
        System.arraycopy(model.slots, 0, capacities, 2 * n, n);
        resources = 3 * n;
        for (int i = 0; i < n; i++) {
            int vms = model.vms[i];
            int number = i;
            SiteModel site = model.network.getSite(model.sites.get(i));
            Objects.requireNonNull(model.job.cluster().get(model.sites.get(i)))
                    .vm(site)
                    .caps()
                    .egressBucket()
                    .ifPresent(bucket -> buckets.add(new Bucket(
                            number,
                            bucket,
                            vms,
                            site.remainingCredit()
                                    .map(credit -> credit.bytes() * 8.0 * vms)
                                    .orElse(Double.MAX_VALUE))));
        }
    }

    private double[] never() {
        double[] times = new double[model.stageCount];
        Arrays.fill(times, Double.POSITIVE_INFINITY);
        return times;
    }

    /**
     * How a draft goes.
     *
     * @param seconds what it takes by its busiest ports and paths; what is infinite stays so
     * @param latest when it is seen to end later, it is followed no further: ends are infinite then
     */
    static Times of(Draft draft, double seconds, double latest) {
        return new Forecast(draft, seconds, latest).run();
    }

    private Times run() {
        for (int s = 0; s < model.stageCount; s++) {
            for (int from : model.inputs[s]) {
                waits[s] += from >= 0 ? 1 : 0;
            }
        }
        for (int s = 0; s < model.stageCount; s++) {
            if (waits[s] == 0) {
                start(s);
            }
        }
        while (true) {
            begin();
            if (isTooLate()) {
                return new Times(starts, arrivals, never());
            }
            if (dirty) {
                dirty = false;
                share();
            }
            double next = events.isEmpty() ? Double.POSITIVE_INFINITY : events.peek().at;
            for (Running one : active) {
                next = one.rate > 0 ? Math.min(next, now + one.left / one.rate) : next;
            }
            for (Bucket bucket : buckets) {
                next = Math.min(next, now + bucket.turnsIn());
            }
            if (next == Double.POSITIVE_INFINITY) {
                return new Times(starts, arrivals, ends);
            }
            advance(next);
        }
    }

    private void at(double seconds, Runnable what) {
        events.add(new Event(seconds, order++, what));
    }

    /** Everything up to a moment and within the grain after it: nothing ends early, so that no time is below the busiest port's. */
    private void advance(double next) {
        double grain = this.grain * Math.max(1, Math.min(COARSEST, active.size() / FEW));
        double until = next;
        for (Running one : active) {
            double end = one.rate > 0 ? now + one.left / one.rate : Double.POSITIVE_INFINITY;
            until = end <= next + grain ? Math.max(until, end) : until;
        }
        var due = new ArrayList<Event>();
        while (!events.isEmpty() && events.peek().at <= next + grain) {
            Event event = events.remove();
            until = Math.max(until, event.at);
            due.add(event);
        }
        double passed = Math.max(0, until - now);
        double instant = grain / 100 + 4 * Math.ulp(until);
        for (Bucket bucket : buckets) {
            boolean turns = bucket.turnsIn() <= passed + instant;
            bucket.pass(passed);
            if (turns) {
                bucket.empty = !bucket.empty;
                bucket.credit = bucket.empty ? 0 : bucket.credit;
                dirty = true;
            }
        }
        double before = now;
        now = Math.max(now, until);
        boolean some = false;
        for (Running one : active) {
            double carries = one.rate * passed;
            if (one.rate > 0 && one.left - carries <= one.rate * instant) {
                one.ended = true;
                some = true;
                at(
                        Math.max(now, before + one.left / one.rate + one.oneWay),
                        () -> oneLess(one.stage, one.uses.length == 1));
                one.left = 0;
            } else {
                one.left -= carries;
            }
        }
        if (some) {
            active.removeIf(one -> {
                if (one.ended) {
                    one.crowd(-1);
                }
                return one.ended;
            });
            dirty = true;
        }
        due.forEach(event -> event.what.run());
    }

    private boolean isTooLate() {
        for (int s = 0; s < starts.length && latest < Double.POSITIVE_INFINITY; s++) {
            boolean runs = starts[s] < Double.POSITIVE_INFINITY && ends[s] == Double.POSITIVE_INFINITY;
            boolean computes = arrivals[s] < Double.POSITIVE_INFINITY;
            if (runs && now + (computes ? 0 : model.compute(s, draft.shares[s])) + tails[s] > latest) {
                return true;
            }
        }
        return false;
    }

    private void start(int s) {
        starts[s] = now;
        starting.add(s);
    }

    private void begin() {
        while (!starting.isEmpty()) {
            int s = starting.remove(0);
            if (sendsAlone(s)) {
                at(now + draft.transfer(s), () -> compute(s));
            } else {
                phase(s, Integer.MIN_VALUE);
            }
        }
    }

    /** Whether nothing else sends before all of a stage has arrived, so that it takes what its busiest port or path takes. */
    private boolean sendsAlone(int s) {
        if (model.ramps || !buckets.isEmpty() || !draft.isEven(s)) {
            return false;
        }
        double arrival = now + draft.transfer(s);
        for (int other = 0; other < starts.length; other++) {
            boolean runs = starts[other] < Double.POSITIVE_INFINITY && ends[other] == Double.POSITIVE_INFINITY;
            boolean sends = arrivals[other] == Double.POSITIVE_INFINITY && draft.transfer(other) > 0;
            if (other != s && runs && (sends || (releases(other) && earliestEnd(other) < arrival + grain))) {
                return false;
            }
        }
        return true;
    }

    /** Whether some stage waits for this one alone. */
    private boolean releases(int s) {
        for (int after = s + 1; after < waits.length; after++) {
            int ours = 0;
            for (int from : model.inputs[after]) {
                ours += from == s ? 1 : 0;
            }
            if (ours > 0 && waits[after] == ours) {
                return true;
            }
        }
        return false;
    }

    /** When a stage that has all its data ends if it computes alone from now on; now, when that has not begun. */
    private double earliestEnd(int s) {
        double end = now;
        for (Running one : active) {
            end = one.stage == s ? Math.max(end, now + one.left / one.most) : end;
        }
        return end;
    }

    /** Begins the flows of the first phase after one, or the computing when there is none. */
    private void phase(int s, int after) {
        int phase = Integer.MAX_VALUE;
        for (RoutedFlow flow : draft.flows(s)) {
            phase = flow.phase() > after ? Math.min(phase, flow.phase()) : phase;
        }
        if (phase == Integer.MAX_VALUE) {
            compute(s);
            return;
        }
        phases.put(s, phase);
        for (RoutedFlow flow : draft.flows(s)) {
            if (flow.phase() == phase) {
                open[s]++;
                send(s, flow);
            }
        }
    }

    private final Map<Integer, Integer> phases = new HashMap<>();

    private void oneLess(int s, boolean works) {
        if (--open[s] > 0) {
            return;
        }
        if (works) {
            end(s);
        } else {
            phase(s, Objects.requireNonNull(phases.get(s)));
        }
    }

    private LinkModel link(int from, int to) {
        return model.link(from, to).orElseThrow();
    }

    private int path(int from, int to) {
        return paths.computeIfAbsent(from * n + to, any -> {
            LinkModel link = link(from, to);
            if (resources == capacities.length) {
                capacities = Arrays.copyOf(capacities, 2 * resources);
            }
            if (resources - 3 * n == usersOfPath.length) {
                usersOfPath = Arrays.copyOf(usersOfPath, 2 * usersOfPath.length);
            }
            int pairs = Math.min(model.vms[from], model.vms[to]);
            capacities[resources] = JobModel.rate(link, link.rates().maxStreams(), pairs);
            return resources++;
        });
    }

    /** Its legs connect one after the other, ramp up together, and half a round trip of each passes after the last octet. */
    private void send(int s, RoutedFlow flow) {
        int legs = flow.via().size() + 1;
        int[] uses = new int[3 * legs];
        int[] ports = new int[2 * legs];
        double most = Double.POSITIVE_INFINITY;
        double slowest = 0;
        double all = 0;
        int from = model.number(flow.from());
        for (int leg = 0; leg < legs; leg++) {
            int to = model.number(leg < legs - 1 ? flow.via().get(leg) : flow.to());
            LinkModel link = link(from, to);
            uses[3 * leg] = from;
            uses[3 * leg + 1] = n + to;
            uses[3 * leg + 2] = path(from, to);
            ports[2 * leg] = from;
            ports[2 * leg + 1] = n + to;
            int pairs = Math.min(model.vms[from], model.vms[to]);
            most = Math.min(most, (double) link.rates().rateAt(flow.streams()).bitsPerSecond() * pairs);
            most = Math.min(most, capacities[uses[3 * leg + 2]]);
            double roundTrip = link.rtt().map(Durations::seconds).orElse(0.0);
            slowest = Math.max(slowest, roundTrip);
            all += roundTrip;
            from = to;
        }
        double bits = flow.size().bytes() * 8.0;
        var running = new Running(s, uses, ports, bits, flow.weight(), most, slowest, all - slowest + all / 2);
        if (slowest == 0) {
            running.begin();
            return;
        }
        running.demand = Math.min(most, flow.streams() * INITIAL_WINDOW_BITS / slowest);
        double connected = now + slowest;
        at(connected, () -> {
            running.begin();
            running.grow(connected);
        });
    }

    private void compute(int s) {
        arrivals[s] = now;
        for (int i = 0; i < n; i++) {
            double share = draft.shares[s][i];
            if (share > JobModel.NOTHING && model.work[s] > 0) {
                open[s]++;
                int[] slots = {2 * n + i};
                new Running(s, slots, slots, model.work[s] * share, 1, model.slots[i], 0, 0).begin();
            }
        }
        if (open[s] == 0) {
            end(s);
        }
    }

    private void end(int s) {
        ends[s] = now;
        for (int after = s + 1; after < model.stageCount; after++) {
            for (int from : model.inputs[after]) {
                if (from == s && --waits[after] == 0) {
                    start(after);
                }
            }
        }
    }

    /** New rates for all: those of a smaller priority number first, the next share what they leave. */
    private void share() {
        if (room.length < resources) {
            room = new double[capacities.length];
            weightOn = new double[capacities.length];
            usersOf = new int[capacities.length];
            firstUser = new int[capacities.length + 1];
            sharedOnes = new int[capacities.length];
        }
        resourcesNow = crowded > 0 ? resources : 3 * n;
        System.arraycopy(capacities, 0, room, 0, resourcesNow);
        for (Bucket bucket : buckets) {
            room[bucket.resource] = Math.min(room[bucket.resource], bucket.empty ? bucket.low : bucket.high);
        }
        for (int first = 0; first < active.size(); ) {
            int next = first;
            while (next < active.size() && active.get(next).rank == active.get(first).rank) {
                next++;
            }
            fill(active.subList(first, next));
            first = next;
        }
        for (Bucket bucket : buckets) {
            bucket.sending = 0;
            for (Running one : active) {
                for (int resource : one.ports) {
                    bucket.sending += resource == bucket.resource ? one.rate : 0;
                }
            }
        }
    }

    /** A path that nobody else uses is no more than a limit of its own, and counted in the most it carries. */
    private int[] counted(Running one) {
        return crowded > 0 ? one.uses : one.ports;
    }

    /** Weighted max-min rates: whoever wants no more than the least share gets that, else the tightest resource is given out. */
    private void fill(List<Running> some) {
        Arrays.fill(weightOn, 0, resourcesNow, 0);
        Arrays.fill(usersOf, 0, resourcesNow, 0);
        for (Running one : some) {
            one.given = false;
            for (int resource : counted(one)) {
                weightOn[resource] += one.weight;
                usersOf[resource]++;
            }
        }
        int shared = listUsers(some);
        Running[] open = some.toArray(new Running[0]);
        double lowest = Double.POSITIVE_INFINITY;
        for (Running one : open) {
            // what nobody shares is a limit of its own
            one.level = one.demand;
            for (int resource : counted(one)) {
                one.level = usersOf[resource] == 1 ? Math.min(one.level, room[resource]) : one.level;
            }
            one.level /= one.weight;
            lowest = Math.min(lowest, one.level);
        }
        int count = open.length;
        for (int left = count; left > 0; ) {
            double least = Double.POSITIVE_INFINITY;
            int tightest = -1;
            for (int k = 0; k < shared; k++) {
                int resource = sharedOnes[k];
                double share = usersOf[resource] > 0 ? room[resource] / weightOn[resource] : Double.POSITIVE_INFINITY;
                if (share < least) {
                    least = share;
                    tightest = resource;
                }
            }
            if (tightest >= 0 && lowest > least) {
                for (int k = firstUser[tightest]; k < firstUser[tightest + 1]; k++) {
                    left -= give(users[k], least) ? 1 : 0;
                }
                continue;
            }
            int kept = 0;
            lowest = Double.POSITIVE_INFINITY;
            for (int k = 0; k < count; k++) {
                Running one = open[k];
                if (one.level <= least) {
                    left -= give(one, one.level) ? 1 : 0;
                } else if (!one.given) {
                    open[kept++] = one;
                    lowest = Math.min(lowest, one.level);
                }
            }
            count = kept;
        }
    }

    /** Lists by resource who uses it; how many resources are used by several. */
    private int listUsers(List<Running> some) {
        int all = 0;
        int shared = 0;
        for (int resource = 0; resource < resourcesNow; resource++) {
            firstUser[resource] = all;
            all += usersOf[resource];
            if (usersOf[resource] > 1) {
                sharedOnes[shared++] = resource;
            }
        }
        firstUser[resourcesNow] = all;
        users = users.length < all ? new Running[2 * all] : users;
        int[] next = Arrays.copyOf(firstUser, resourcesNow);
        for (Running one : some) {
            for (int resource : counted(one)) {
                users[next[resource]++] = one;
            }
        }
        return shared;
    }

    /** Gives a rate by weight to who has none yet; whether that was so. */
    private boolean give(Running one, double share) {
        if (one.given) {
            return false;
        }
        one.given = true;
        one.rate = share * one.weight;
        for (int resource : counted(one)) {
            room[resource] = Math.max(0, room[resource] - one.rate);
            weightOn[resource] -= one.weight;
            usersOf[resource]--;
        }
        return true;
    }
}
