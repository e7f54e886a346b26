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
    /** Part of what the job takes by its busiest ports and paths. */
    private static final double GRAIN = 1e-4;

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

        Running(int stage, int[] uses, double amount, double weight, double most, double roundTrip, double oneWay) {
            this.stage = stage;
            this.rank = draft.priorities[stage];
            this.uses = uses;
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
            dirty = true;
        }

        void grow() {
            if (demand < most) {
                at(now + roundTrip, () -> {
                    if (left > 0) {
                        // one that gets less than it would take gets no more when it would take more
                        dirty |= rate >= demand * (1 - SMALL);
                        demand = Math.min(most, 2 * demand);
                        grow();
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
    private double now;
    private int order;
    private boolean dirty;

    private Forecast(Draft draft, double seconds) {
        this.draft = draft;
        model = draft.model;
        n = model.siteCount;
        grain = Math.max(LEAST_GRAIN, GRAIN * seconds);
        starts = never();
        arrivals = never();
        ends = never();
        waits = new int[model.stageCount];
        open = new int[model.stageCount];
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
     */
    static Times of(Draft draft, double seconds) {
        return new Forecast(draft, seconds).run();
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
            active.removeIf(one -> one.ended);
            dirty = true;
        }
        due.forEach(event -> event.what.run());
    }

    private void start(int s) {
        starts[s] = now;
        phase(s, Integer.MIN_VALUE);
    }

    /** Begins the flows of the first phase after one, or the computing when there is none. */
    private void phase(int s, int after) {
        int phase = Integer.MAX_VALUE;
        for (RoutedFlow flow : draft.flows.get(s)) {
            phase = flow.phase() > after ? Math.min(phase, flow.phase()) : phase;
        }
        if (phase == Integer.MAX_VALUE) {
            arrivals[s] = now;
            compute(s);
            return;
        }
        phases.put(s, phase);
        for (RoutedFlow flow : draft.flows.get(s)) {
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
            int pairs = Math.min(model.vms[from], model.vms[to]);
            capacities[resources] = JobModel.rate(link, link.rates().maxStreams(), pairs);
            return resources++;
        });
    }

    /** Its legs connect one after the other, ramp up together, and half a round trip of each passes after the last octet. */
    private void send(int s, RoutedFlow flow) {
        int legs = flow.via().size() + 1;
        int[] uses = new int[3 * legs];
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
            int pairs = Math.min(model.vms[from], model.vms[to]);
            most = Math.min(most, (double) link.rates().rateAt(flow.streams()).bitsPerSecond() * pairs);
            double roundTrip = link.rtt().map(Durations::seconds).orElse(0.0);
            slowest = Math.max(slowest, roundTrip);
            all += roundTrip;
            from = to;
        }
        double bits = flow.size().bytes() * 8.0;
        var running = new Running(s, uses, bits, flow.weight(), most, slowest, all - slowest + all / 2);
        if (slowest == 0) {
            running.begin();
            return;
        }
        running.demand = Math.min(most, flow.streams() * INITIAL_WINDOW_BITS / slowest);
        at(now + slowest, () -> {
            running.begin();
            running.grow();
        });
    }

    private void compute(int s) {
        for (int i = 0; i < n; i++) {
            double share = draft.shares[s][i];
            if (share > JobModel.NOTHING && model.work[s] > 0) {
                open[s]++;
                new Running(s, new int[] {2 * n + i}, model.work[s] * share, 1, model.slots[i], 0, 0).begin();
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
        System.arraycopy(capacities, 0, room, 0, resources);
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
                for (int resource : one.uses) {
                    bucket.sending += resource == bucket.resource ? one.rate : 0;
                }
            }
        }
    }

    /** Weighted max-min rates: whoever wants no more than the least share gets that, else the tightest resource is given out. */
    private void fill(List<Running> some) {
        Arrays.fill(weightOn, 0, resources, 0);
        Arrays.fill(usersOf, 0, resources, 0);
        for (Running one : some) {
            one.given = false;
            for (int resource : one.uses) {
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
            for (int resource : one.uses) {
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
        for (int resource = 0; resource < resources; resource++) {
            firstUser[resource] = all;
            all += usersOf[resource];
            if (usersOf[resource] > 1) {
                sharedOnes[shared++] = resource;
            }
        }
        firstUser[resources] = all;
        users = users.length < all ? new Running[2 * all] : users;
        int[] next = Arrays.copyOf(firstUser, resources);
        for (Running one : some) {
            for (int resource : one.uses) {
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
        for (int resource : one.uses) {
            room[resource] = Math.max(0, room[resource] - one.rate);
            weightOn[resource] -= one.weight;
            usersOf[resource]--;
        }
        return true;
    }
}
