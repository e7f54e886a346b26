package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Resource.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A model of several clouds at once: things that stand on each other, lists that lag behind, tokens, quotas, rate limits, slow deletes,
 * timers in VMs and in the cloud, and a clock that bills. It counts every touch of what is not Longhaul's. Thread-safe.
 */
public final class HostileCloud {
    /** The fact of a VM that names what it may act by. */
    public static final String IDENTITY = "identity";

    /** Shown in lists so late after it was made, at most. */
    public static final Duration LONGEST_LAG = Duration.ofSeconds(45);

    /** How each cloud treats its VMs. */
    private enum Manner {
        /** A shutdown from inside terminates. */
        TERMINATES,
        /** A shutdown from inside leaves a stopped VM that costs no VM-hours. */
        STOPS,
        /** A shutdown from inside goes on costing; a VM with an identity has itself deleted. */
        BILLS_ON;

        static Manner of(String provider) {
            return switch (provider) {
                case "aws" -> TERMINATES;
                case "gcp" -> STOPS;
                default -> BILLS_ON;
            };
        }
    }

    /** Who ended a VM. */
    public enum Death {
        DELETED,
        TIMER_INSIDE,
        TIMER_OF_CLOUD,
        GROUP
    }

    /** One thing. Guarded by the cloud. */
    public static final class Thing {
        public final String provider;
        public final String region;
        public final String zone;
        public final Kind kind;
        public final String id;
        public final String name;
        public final Map<String, String> tags = new TreeMap<>();
        public final Map<String, String> facts = new TreeMap<>();
        public final Instant made;
        private final Instant visibleFrom;
        private final Set<String> standsOn;
        private @Nullable Instant cloudTimer;
        private boolean timerInside = true;
        private int tries;
        private @Nullable Instant deleted;
        private @Nullable Instant goneAt;
        private @Nullable Instant billedUntil;
        private @Nullable Death death;
        private boolean stopped;
        private Instant runsFrom;

        private Thing(Wish request, String id, Instant made, Instant visibleFrom, Instant runsFrom) {
            this.provider = request.provider;
            this.region = request.region;
            this.zone = request.zone;
            this.kind = request.kind;
            this.id = id;
            this.name = request.name;
            this.made = made;
            this.visibleFrom = visibleFrom;
            this.runsFrom = runsFrom;
            standsOn = Set.copyOf(request.standsOn);
            tags.putAll(request.tags);
            facts.putAll(request.facts);
            cloudTimer = request.cloudTimer.orElse(null);
        }

        public State state(Instant now) {
            if (deleted != null) {
                return State.ENDING;
            }
            if (stopped) {
                return State.STOPPED;
            }
            return now.isBefore(runsFrom) ? State.STARTING : State.RUNNING;
        }

        /** Whether hours of it are billed then. */
        public boolean isBilled(Instant at) {
            return kind == Kind.VM && !at.isBefore(made) && (billedUntil == null || at.isBefore(billedUntil));
        }

        public boolean isGone(Instant now) {
            return goneAt != null && !now.isBefore(goneAt);
        }

        public Optional<Death> death() {
            return Optional.ofNullable(death);
        }

        public Optional<Label> label() {
            return Label.of(tags);
        }
    }

    /** What is asked to be made. */
    public record Wish(
            String provider,
            String region,
            String zone,
            Kind kind,
            String name,
            String token,
            Map<String, String> tags,
            Map<String, String> facts,
            Collection<String> standsOn,
            Optional<Instant> cloudTimer) {}

    private final InstantSource clock;
    private final SplittableRandom random;
    private final Map<String, Thing> things = new LinkedHashMap<>();
    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final Set<String> foreign = new HashSet<>();
    private final Set<String> full = new HashSet<>();
    private final Map<String, Integer> quotas = new TreeMap<>();
    private final Map<String, Integer> calls = new TreeMap<>();
    private BiFunction<String, String, Fault> faults = (provider, call) -> Fault.NONE;
    private boolean timersInsideWork = true;
    private boolean cloudTimersWork = true;
    private double brokenBoots;
    private boolean prompt;
    private int touchedForeign;
    private int number;

    public HostileCloud(InstantSource clock, long seed) {
        this.clock = clock;
        this.random = new SplittableRandom(seed);
    }

    /** What goes wrong: of a provider and a call's name. */
    public synchronized HostileCloud with(BiFunction<String, String, Fault> script) {
        faults = script;
        return this;
    }

    /** No lags and no slow deletes. */
    public synchronized HostileCloud prompt() {
        prompt = true;
        return this;
    }

    /** So many VMs boot and never come to their timer. */
    public synchronized HostileCloud withBrokenBoots(double share) {
        brokenBoots = share;
        return this;
    }

    public synchronized HostileCloud withoutTimersInside() {
        timersInsideWork = false;
        return this;
    }

    public synchronized HostileCloud withoutCloudTimers() {
        cloudTimersWork = false;
        return this;
    }

    /** No room for VMs there: a region or zone, as {@code aws:us-east-1}. */
    public synchronized HostileCloud withoutRoom(String place) {
        full.add(place);
        return this;
    }

    /** At most so many VMs in a region, as {@code aws:us-east-1}. */
    public synchronized HostileCloud withQuota(String place, int vms) {
        quotas.put(place, vms);
        return this;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Something of somebody else's. */
    public synchronized Thing plantForeign(
            String provider, String region, Kind kind, String name, Map<String, String> tags) {
        Thing thing =
                put(new Wish(provider, region, region, kind, name, "", tags, Map.of(), List.of(), Optional.empty()));
        foreign.add(thing.id);
        return thing;
    }

    /**
     * What is to happen to a call that has just come in; counts it.
     *
     * @throws CloudException when it is not to reach the cloud
     */
    public synchronized Fault enter(String provider, String call) {
        advance();
        calls.merge(provider + " " + call, 1, Integer::sum);
        Fault fault = faults.apply(provider, call);
        switch (fault) {
            case THROTTLED -> throw failure(Reason.THROTTLED, "Rate exceeded");
            case UNAVAILABLE -> throw failure(Reason.UNAVAILABLE, "The service is unavailable");
            case REQUEST_LOST -> throw failure(Reason.UNANSWERED, "No answer");
            case CREDENTIALS_EXPIRED -> throw failure(Reason.CREDENTIALS, "The token has expired");
            default -> {}
        }
        return fault;
    }

    /** The end of a call that was done. */
    public static void leave(Fault fault) {
        if (fault == Fault.ANSWER_LOST) {
            throw failure(Reason.UNANSWERED, "No answer");
        }
        if (fault == Fault.UNAVAILABLE_AFTER) {
            throw failure(Reason.UNAVAILABLE, "The service is unavailable");
        }
    }

    public static CloudException failure(Reason reason, String message) {
        return new CloudException(reason, message + ".", "");
    }

    /** Makes a thing, or finds what the same token or, for all but VMs, the same name made before. */
    public synchronized Thing make(Wish request) {
        advance();
        boolean byName = request.kind != Kind.VM || !request.provider.equals("aws");
        String key = request.provider + " "
                + (byName ? request.region + " " + request.kind + " " + request.name : request.token);
        String before = tokens.get(key);
        if (before != null) {
            Thing thing = things.get(before);
            if (thing != null && (!byName || !thing.isGone(now()))) {
                return thing;
            }
        }
        for (String below : request.standsOn) {
            Thing thing = things.get(below);
            if (thing == null || thing.isGone(now())) {
                throw failure(Reason.NOT_FOUND, "There is no " + below);
            }
            if (thing.deleted != null) {
                throw failure(Reason.REFUSED, below + " is being deleted");
            }
        }
        if (request.kind == Kind.VM) {
            String place = request.provider + ":" + request.region;
            if (full.contains(place) || full.contains(request.provider + ":" + request.zone)) {
                throw failure(Reason.CAPACITY, "Insufficient capacity in " + request.zone);
            }
            long there = things.values().stream()
                    .filter(thing -> thing.kind == Kind.VM
                            && thing.goneAt == null
                            && (thing.provider + ":" + thing.region).equals(place))
                    .count();
            if (there >= quotas.getOrDefault(place, Integer.MAX_VALUE)) {
                throw failure(Reason.QUOTA, "The quota of VMs in " + place + " is " + quotas.get(place));
            }
        }
        Thing thing = put(request);
        tokens.put(key, thing.id);
        return thing;
    }

    private Thing put(Wish request) {
        Instant now = now();
        Instant visible = prompt ? now : now.plusMillis(random.nextLong(LONGEST_LAG.toMillis()));
        Instant runs = prompt ? now : now.plusSeconds(5 + random.nextInt(40));
        Thing thing = new Thing(request, request.kind.id() + "-" + ++number, now, visible, runs);
        thing.timerInside = timersInsideWork && random.nextDouble() >= brokenBoots;
        things.put(thing.id, thing);
        return thing;
    }

    /** What is to be seen of a provider in a region, the gone left out. */
    public synchronized List<Thing> list(String provider, String region, Kind kind, boolean stale) {
        advance();
        Instant at = stale ? now().minusSeconds(30) : now();
        return things.values().stream()
                .filter(thing -> thing.provider.equals(provider) && thing.region.equals(region) && thing.kind == kind)
                .filter(thing -> !thing.visibleFrom.isAfter(at) && !thing.isGone(now()))
                .sorted(Comparator.comparing(thing -> thing.id))
                .toList();
    }

    public synchronized Optional<Thing> find(String id) {
        advance();
        return Optional.ofNullable(things.get(id)).filter(thing -> !thing.isGone(now()));
    }

    /** A thing by the name that its provider knows it by. */
    public synchronized Optional<Thing> findNamed(String provider, String region, Kind kind, String name) {
        advance();
        return things.values().stream()
                .filter(thing -> thing.provider.equals(provider)
                        && thing.region.equals(region)
                        && thing.kind == kind
                        && thing.name.equals(name)
                        && !thing.isGone(now()))
                .findFirst();
    }

    /** Begins to delete. */
    public synchronized void delete(String id) {
        advance();
        Thing thing = things.get(id);
        if (thing == null || thing.isGone(now())) {
            throw failure(Reason.NOT_FOUND, "There is no " + id);
        }
        touch(thing);
        if (thing.deleted != null) {
            return;
        }
        if (thing.kind == Kind.GROUP) {
            things.values().stream()
                    .filter(inside -> inside.standsOn.contains(id) && inside.deleted == null)
                    .forEach(inside -> end(inside, Death.GROUP));
        } else if (things.values().stream().anyMatch(other -> other.standsOn.contains(id) && holds(other))) {
            throw failure(Reason.IN_USE, id + " has dependent objects");
        }
        end(thing, Death.DELETED);
    }

    /** A schedule does not hold its VM. */
    private boolean holds(Thing other) {
        return other.kind != Kind.SCHEDULE && !other.isGone(now());
    }

    private void end(Thing thing, Death death) {
        Instant now = now();
        thing.deleted = now;
        if (thing.kind == Kind.VM && thing.billedUntil == null) {
            thing.billedUntil = now;
            thing.death = death;
        }
        // interfaces outlive their VM for a while, and what they stand on cannot go
        thing.goneAt =
                prompt ? now : now.plusSeconds(thing.kind == Kind.VM ? 20 + random.nextInt(160) : random.nextInt(20));
    }

    private void touch(Thing thing) {
        if (foreign.contains(thing.id)) {
            touchedForeign++;
        }
    }

    /** Sets tags, and the cloud's own timer when one is given. */
    public synchronized void change(String id, Map<String, String> tags, Optional<Instant> cloudTimer) {
        advance();
        Thing thing = things.get(id);
        if (thing == null || thing.isGone(now())) {
            throw failure(Reason.NOT_FOUND, "There is no " + id);
        }
        touch(thing);
        thing.tags.putAll(tags);
        cloudTimer.ifPresent(at -> thing.cloudTimer = at);
    }

    /** Lets timers go off that are due. */
    public synchronized void advance() {
        Instant now = now();
        for (Thing thing : List.copyOf(things.values())) {
            if (thing.kind == Kind.SCHEDULE
                    && thing.deleted == null
                    && thing.cloudTimer != null
                    && !now.isBefore(thing.cloudTimer)) {
                if (cloudTimersWork) {
                    thing.standsOn.stream()
                            .map(things::get)
                            .filter(vm -> vm != null && vm.kind == Kind.VM && vm.deleted == null)
                            .forEach(vm -> goOff(vm, thing.cloudTimer));
                }
                if (thing.provider.equals("aws")) {
                    end(thing, Death.TIMER_OF_CLOUD);
                }
                thing.cloudTimer = null;
            }
            if (thing.kind == Kind.VM && thing.deleted == null) {
                Instant timer = thing.cloudTimer;
                if (cloudTimersWork && timer != null && !now.isBefore(timer) && !thing.stopped) {
                    goOff(thing, timer);
                }
                insideTimer(thing, now);
            }
        }
    }

    /** The cloud's timer: deletes, or on Azure takes the machine away and leaves the rest. */
    private void goOff(Thing vm, Instant at) {
        if (Manner.of(vm.provider) == Manner.BILLS_ON) {
            if (!vm.stopped) {
                vm.stopped = true;
                vm.billedUntil = at;
                vm.death = Death.TIMER_OF_CLOUD;
            }
            return;
        }
        end(vm, Death.TIMER_OF_CLOUD);
        vm.billedUntil = at;
    }

    /** Looks once a minute at the label, beginning a minute after the VM runs, and a minute after the end the VM shuts down. */
    private void insideTimer(Thing vm, Instant now) {
        Optional<Label> label = vm.label();
        if (!vm.timerInside || vm.stopped || vm.deleted != null || label.isEmpty()) {
            return;
        }
        Instant first = vm.runsFrom.plusSeconds(60);
        Instant due = label.get().expires().isBefore(first)
                ? first
                : label.get().expires().plusSeconds(60);
        if (now.isBefore(due)) {
            return;
        }
        switch (Manner.of(vm.provider)) {
            case TERMINATES -> {
                end(vm, Death.TIMER_INSIDE);
                vm.billedUntil = due;
            }
            case STOPS -> {
                vm.stopped = true;
                vm.billedUntil = due;
                vm.death = Death.TIMER_INSIDE;
            }
            default -> {
                // once a minute, and the call may fail as any other
                while (vm.facts.containsKey(IDENTITY)
                        && vm.deleted == null
                        && !now.isBefore(due.plusSeconds(60L * vm.tries))) {
                    Instant at = due.plusSeconds(60L * vm.tries++);
                    switch (faults.apply(vm.provider, "delete vm from inside")) {
                        case NONE, UNAVAILABLE_AFTER, ANSWER_LOST, DELIVERED_TWICE, STALE_LIST -> {
                            end(vm, Death.TIMER_INSIDE);
                            vm.billedUntil = at;
                        }
                        default -> {}
                    }
                }
            }
        }
    }

    /** Things of Longhaul's that are still there. */
    public synchronized List<Thing> left() {
        advance();
        return things.values().stream()
                .filter(thing -> !foreign.contains(thing.id) && !thing.isGone(now()) && thing.deleted == null)
                .toList();
    }

    /** Every VM of Longhaul's there ever was. */
    public synchronized List<Thing> vms() {
        advance();
        return things.values().stream()
                .filter(thing -> !foreign.contains(thing.id) && thing.kind == Kind.VM)
                .toList();
    }

    /** What is somebody else's and still there. */
    public synchronized int foreignLeft() {
        return (int) foreign.stream()
                .filter(id -> {
                    Thing thing = things.get(id);
                    return thing != null && thing.deleted == null;
                })
                .count();
    }

    public synchronized int touchedForeign() {
        return touchedForeign;
    }

    /** How often each call came in, by provider and name. */
    public synchronized Map<String, Integer> calls() {
        return new TreeMap<>(calls);
    }

    /** What all VMs of Longhaul's have cost, at a price of an hour, at least a minute each, in dollars. */
    public synchronized double bill(double perHour) {
        advance();
        double seconds = 0;
        for (Thing vm : vms()) {
            Instant end = vm.billedUntil == null ? now() : vm.billedUntil;
            seconds += Math.max(60, Duration.between(vm.made, end).toMillis() / 1000.0);
        }
        return seconds / 3600 * perHour;
    }

    static List<Thing> tagged(List<Thing> things) {
        return new ArrayList<>(
                things.stream().filter(thing -> thing.label().isPresent()).toList());
    }
}
