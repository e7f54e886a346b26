package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Order;
import io.longhaul.clouds.Resource;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes a fleet what its file says, from wherever an earlier attempt ended. Every intent is in the journal before its call; names and
 * tokens come from the fleet, so that a call made again makes nothing twice. One thread decides, many calls are under way. Confined to
 * that thread; {@link #stop} may be called from any.
 */
public final class FleetActor {
    /** Whoever makes a VM so late pays for its boot and has nothing of it. */
    private static final Duration TOO_LATE = Duration.ofMinutes(2);

    private final Fleet fleet;
    private final Map<String, CloudVms> clouds;
    private final Map<SiteId, PricePerHour> prices;
    private final FirstBoot firstBoot;
    private final EventLoop loop;
    private final Pace pace;
    private final Consumer<FleetEntry> journal;
    private final FleetState state;
    private final Consumer<String> say;

    private final Map<SiteId, Region> regions = new LinkedHashMap<>();
    private final List<Slot> slots = new ArrayList<>();
    private volatile boolean stopped;
    /** VMs that are being given back. */
    private int returning;

    /** What a VM does at its first boot. */
    public interface FirstBoot {
        /**
         * The user data of a VM; the same for the same name.
         *
         * @param name of the VM
         * @param group whose VM it is
         * @param label with the end of its lease
         */
        String of(String name, Fleet.Group group, Label label);
    }

    /** What came of raising a fleet: VMs that run, by slot, and what every other slot failed for. Immutable. */
    public record Raised(List<Resource> vms, List<String> failures) {
        public Raised {
            vms = List.copyOf(vms);
            failures = List.copyOf(failures);
        }
    }

    /**
     * Takes a fleet up where its journal ends.
     *
     * @param clouds by provider
     * @param prices of an hour of the file's VM types, by site
     * @param journal what it is told is on disk when it returns
     * @param state of the journal so far; it goes along
     * @param say sentences for people
     */
    public FleetActor(
            Fleet fleet,
            Map<String, CloudVms> clouds,
            Map<SiteId, PricePerHour> prices,
            FirstBoot firstBoot,
            Calls calls,
            Pace pace,
            Consumer<FleetEntry> journal,
            FleetState state,
            Consumer<String> say) {
        this.fleet = fleet;
        this.clouds = Map.copyOf(clouds);
        this.prices = Map.copyOf(prices);
        this.firstBoot = firstBoot;
        this.loop = new EventLoop(calls, pace);
        this.pace = pace;
        this.journal = journal;
        this.state = state;
        this.say = say;
    }

    /** Ends {@link #up} at its next event; what was made stays, and is known. */
    public void stop() {
        stopped = true;
    }

    private void write(FleetEntry entry) {
        journal.accept(entry);
        state.add(entry);
    }

    /** All that VMs of a region share. */
    private final class Region {
        private final SiteId site;
        private final CloudVms cloud;
        private final Fleet.Group group;
        private final List<Resource> base = new ArrayList<>();
        private final List<Slot> waiting = new ArrayList<>();
        private Optional<CloudException> failure = Optional.empty();

        Region(SiteId site, CloudVms cloud, Fleet.Group group) {
            this.site = site;
            this.cloud = cloud;
            this.group = group;
        }

        boolean isReady() {
            return base.size() == cloud.base().size();
        }

        void next() {
            if (isReady()) {
                waiting.forEach(Slot::next);
                waiting.clear();
                return;
            }
            Kind kind = cloud.base().get(base.size());
            Order order = order(kind, site.name() + "-" + kind.id(), site, Optional.of(group), base);
            make(
                    cloud,
                    order,
                    Optional.empty(),
                    made -> {
                        base.add(made);
                        next();
                    },
                    lost -> {
                        failure = Optional.of(lost);
                        waiting.forEach(slot -> slot.elsewhere(lost));
                        waiting.clear();
                    });
        }
    }

    /** A VM that is wanted, at the first place that has one. */
    private final class Slot {
        private final int number;
        /** Place of its group in the file. */
        private final int team;

        private final List<Fleet.Group> places;
        private int place;
        private int step;
        private List<Resource> parts = new ArrayList<>();
        private Optional<Resource> vm = Optional.empty();
        private Optional<String> failure = Optional.empty();
        private boolean running;
        private boolean returned;

        Slot(int number, int team, List<Fleet.Group> places) {
            this.number = number;
            this.team = team;
            this.places = places;
            // an earlier attempt may have come to a later place
            while (place + 1 < places.size()
                    && state.find(name("v" + number + "-" + (place + 1))).isPresent()) {
                place++;
            }
        }

        boolean isOver() {
            return running || returned || failure.isPresent();
        }

        Fleet.Group group() {
            return places.get(place);
        }

        void begin() {
            Optional<FleetState.Thing> before = state.find(name("v" + number + "-" + place));
            if (before.map(FleetState.Thing::returned).orElse(false)) {
                returned = true;
                // an earlier attempt may have ended between its intent and its call
                before.filter(FleetState.Thing::mayBe)
                        .flatMap(thing -> thing.made().map(made -> known(thing, made)))
                        .ifPresent(thing -> giveBack(thing));
                return;
            }
            Region region = region(group());
            if (region.failure.isPresent()) {
                elsewhere(region.failure.get());
            } else if (region.isReady()) {
                next();
            } else {
                boolean first = region.waiting.isEmpty() && region.base.isEmpty();
                region.waiting.add(this);
                if (first) {
                    region.next();
                }
            }
        }

        private void next() {
            CloudVms cloud = cloud(group().site());
            if (step == cloud.perVm().size()) {
                return;
            }
            Kind kind = cloud.perVm().get(step);
            String part = "v" + number + "-" + place + (kind == Kind.VM ? "" : "-" + kind.id());
            List<Resource> base = new ArrayList<>(region(group()).base);
            base.addAll(parts);
            Optional<PricePerHour> price =
                    kind == Kind.VM ? Optional.ofNullable(prices.get(group().site())) : Optional.empty();
            make(
                    cloud,
                    order(kind, part, group().site(), Optional.of(group()), base),
                    price,
                    made -> {
                        parts.add(made);
                        if (kind == Kind.VM) {
                            vm = Optional.of(made);
                        }
                        step++;
                        next();
                    },
                    lost -> {
                        if (vm.isEmpty()) {
                            elsewhere(lost);
                        } else {
                            say.accept(
                                    "The cloud's own timer for " + vm.get().name() + " was not made: " + lost.message()
                                            + " The timer inside the VM, fleet down and fleet reap still end it.");
                            step++;
                            next();
                        }
                    });
        }

        /** Deletes the VM; what belongs to it ends with it, or with the fleet. */
        void giveBack(Resource thing) {
            running = false;
            returned = true;
            CloudVms cloud = cloud(group().site());
            returning++;
            loop.<Boolean>call(
                    () -> {
                        cloud.delete(thing);
                        return true;
                    },
                    done -> {
                        returning--;
                        write(new FleetEntry.Gone(loop.now(), thing.name()));
                        say.accept(thing.name() + " was given back.");
                    },
                    lost -> {
                        returning--;
                        say.accept(thing.name() + " could not be given back: " + lost.message()
                                + " It ends with the fleet.");
                    });
        }

        private void elsewhere(CloudException lost) {
            String place = group().site() + ": " + lost.message();
            parts = new ArrayList<>();
            step = 0;
            boolean more = this.place + 1 < places.size();
            say.accept(place + (more ? " Trying " + places.get(this.place + 1).site() + "." : ""));
            if (more) {
                this.place++;
                begin();
            } else {
                failure = Optional.of(place + " " + lost.advice());
            }
        }

        /** What a look at its region says of it. */
        void look(Map<String, Resource> listed) {
            if (vm.isEmpty() || isOver()) {
                return;
            }
            // by its name too: Azure writes ids in more than one way
            Resource byId = listed.get(vm.get().id());
            Resource seen = byId != null ? byId : listed.get(vm.get().name());
            if (seen != null
                    && seen.state() == Resource.State.RUNNING
                    && seen.address().isPresent()) {
                vm = Optional.of(seen);
                running = true;
                if (seen.label().expires().isBefore(expires())) {
                    lengthen(seen);
                }
                say.accept(seen.name() + " runs at " + seen.site() + ", "
                        + seen.address().get() + ".");
            }
        }
    }

    /** It was asked for before the lease was extended. */
    private void lengthen(Resource vm) {
        loop.<Boolean>call(
                () -> {
                    cloud(vm.site()).extend(vm, expires());
                    return true;
                },
                done -> {},
                lost -> say.accept(vm.name() + " keeps its first lease, until "
                        + vm.label().expires() + ": " + lost.message()));
    }

    private CloudVms cloud(SiteId site) {
        CloudVms cloud = clouds.get(site.provider());
        if (cloud == null) {
            throw new IllegalStateException("the cloud " + site.provider() + " is not open");
        }
        return cloud;
    }

    private Region region(Fleet.Group group) {
        CloudVms cloud = cloud(group.site());
        return regions.computeIfAbsent(cloud.regionOf(group.site()), place -> new Region(place, cloud, group));
    }

    private FleetEntry.Begun begun() {
        return state.begun().orElseThrow(() -> new IllegalStateException("no fleet was begun"));
    }

    private Instant expires() {
        return state.expires().orElseThrow(() -> new IllegalStateException("no fleet was begun"));
    }

    private Order order(Kind kind, String part, SiteId site, Optional<Fleet.Group> group, List<Resource> base) {
        FleetEntry.Begun run = begun();
        String name = name(part);
        // a repeated call has to be the same to the letter, or the cloud refuses its token
        Instant expires =
                state.find(name).map(thing -> thing.intended().expires()).orElse(expires());
        var label = new Label(fleet.name(), run.run(), expires);
        Optional<Order.Vm> vm = group.map(wanted -> new Order.Vm(
                wanted.type(),
                wanted.image(),
                wanted.subnet(),
                wanted.spot(),
                kind == Kind.VM ? firstBoot.of(name, wanted, label) : "",
                later(run.at().plus(fleet.longest()), expires),
                fleet.identity(wanted.site())));
        return new Order(kind, name, token(name), site, label, vm, base, fleet.reach());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    private String name(String part) {
        return "lh-" + fleet.name() + "-" + begun().run() + "-" + part;
    }

    /** The same for the same name, for ever. */
    private static String token(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private void make(
            CloudVms cloud,
            Order order,
            Optional<PricePerHour> price,
            Consumer<Resource> done,
            Consumer<CloudException> failed) {
        Optional<FleetState.Thing> before = state.find(order.name());
        if (before.isPresent() && !before.get().mayBe()) {
            failed.accept(new CloudException(
                    Reason.CAPACITY, order.name() + " was tried before and not made.", "See the journal."));
            return;
        }
        if (!loop.now().plus(TOO_LATE).isBefore(expires())) {
            failed.accept(new CloudException(
                    Reason.REFUSED,
                    "The lease ends " + expires() + ", too soon for another VM.",
                    "Begin a new fleet."));
            return;
        }
        if (before.isEmpty()) {
            write(new FleetEntry.Intended(
                    loop.now(),
                    order.kind(),
                    order.name(),
                    order.site(),
                    order.token(),
                    order.label().expires(),
                    price));
        }
        loop.call(
                () -> cloud.create(order),
                made -> {
                    write(new FleetEntry.Made(loop.now(), order.name(), made.id()));
                    done.accept(made);
                },
                lost -> {
                    write(new FleetEntry.Failed(
                            loop.now(),
                            order.name(),
                            lost.message(),
                            lost.reason().isPassing()));
                    failed.accept(lost);
                });
    }

    /**
     * Raises the fleet: makes what is not there yet, until every VM runs or has failed everywhere.
     *
     * @param run of a fleet that is begun now, some letters and digits; one that is there already keeps its own
     * @throws InvalidInputException when the fleet that is there has reached the end of its lease
     */
    public Raised up(String run) throws InterruptedException {
        if (state.isOpen() && !loop.now().isBefore(expires())) {
            throw new InvalidInputException(
                    "The lease of the fleet " + fleet.name() + " ended " + expires() + ".",
                    "Make sure that nothing is left, by longhaul fleet down, and raise it anew.");
        }
        if (!state.isOpen()) {
            Instant now = loop.now();
            write(new FleetEntry.Begun(now, fleet.name(), run, now.plus(fleet.lease(fleet.lifetime(), prices))));
        }
        int number = 0;
        for (int team = 0; team < fleet.groups().size(); team++) {
            Fleet.Group group = fleet.groups().get(team);
            for (int i = 0; i < group.candidates(); i++) {
                List<Fleet.Group> places = new ArrayList<>(List.of(group));
                // a candidate more is no reason to go elsewhere
                if (i < group.count()) {
                    places.addAll(fleet.elsewhere());
                }
                slots.add(new Slot(number++, team, places));
            }
        }
        slots.forEach(Slot::begin);
        loop.after(pace.poll(), () -> look(loop.now().plus(pace.boot())));
        loop.runUntil(() -> stopped || (slots.stream().allMatch(Slot::isOver) && returning == 0));
        if (!stopped && fleet.groups().stream().noneMatch(Fleet.Group::isScreened)) {
            admit(running());
        }
        return new Raised(running(), failures());
    }

    private List<Resource> running() {
        return slots.stream()
                .filter(slot -> slot.running)
                .flatMap(slot -> slot.vm.stream())
                .toList();
    }

    private List<Slot> team(int group) {
        return slots.stream().filter(slot -> slot.team == group).toList();
    }

    /** Of VMs that are missing; a candidate that failed where enough others run is none. */
    private List<String> failures() {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < fleet.groups().size(); i++) {
            List<Slot> own = team(i);
            long missing = fleet.groups().get(i).count()
                    - own.stream().filter(slot -> slot.running).count();
            own.stream()
                    .flatMap(slot -> slot.failure.stream())
                    .limit(Math.max(0, missing))
                    .forEach(failures::add);
        }
        return failures;
    }

    /**
     * Keeps of each group as many VMs as are wanted, and gives the others back; then lets those that are kept reach each other. After
     * {@link #up}, once.
     *
     * @param better puts those to be kept first
     * @return those that are kept
     */
    public List<Resource> keep(Comparator<Resource> better) throws InterruptedException {
        if (fleet.groups().stream().anyMatch(Fleet.Group::isScreened) && !stopped) {
            for (int i = 0; i < fleet.groups().size(); i++) {
                team(i).stream()
                        .filter(slot -> slot.running)
                        .sorted(Comparator.comparing(slot -> slot.vm.orElseThrow(), better))
                        .skip(fleet.groups().get(i).count())
                        .forEach(slot -> {
                            Resource worse = slot.vm.orElseThrow();
                            write(new FleetEntry.Returned(loop.now(), worse.name()));
                            slot.giveBack(worse);
                        });
            }
            loop.runUntil(() -> stopped || returning == 0);
            admit(running());
        }
        return running();
    }

    /** Looks at every region with a VM that does not run yet. */
    private void look(Instant giveUp) {
        Map<Region, List<Slot>> open = slots.stream()
                .filter(slot -> !slot.isOver() && slot.vm.isPresent())
                .collect(Collectors.groupingBy(slot -> region(slot.group()), LinkedHashMap::new, Collectors.toList()));
        open.forEach((region, waiting) -> loop.call(
                () -> region.cloud.list(region.site, Optional.of(fleet.name())),
                listed -> {
                    Map<String, Resource> byId = new HashMap<>();
                    listed.stream().filter(thing -> thing.kind() == Kind.VM).forEach(thing -> {
                        byId.put(thing.id(), thing);
                        byId.put(thing.name(), thing);
                    });
                    waiting.forEach(slot -> slot.look(byId));
                },
                lost -> say.accept("A look at " + region.site + " failed: " + lost.message())));
        boolean making = slots.stream().anyMatch(slot -> !slot.isOver() && slot.vm.isEmpty());
        Instant end = making ? loop.now().plus(pace.boot()) : giveUp;
        if (loop.now().isAfter(end)) {
            slots.stream()
                    .filter(slot -> !slot.isOver())
                    .forEach(slot -> slot.failure = Optional.of(slot.group().site() + ": a VM was made and does not run"
                            + " after " + pace.boot().toMinutes() + " minutes. It ends with the fleet."));
            return;
        }
        loop.after(pace.poll(), () -> look(end));
    }

    /** Lets the VMs of the fleet reach each other, and nobody else. */
    private void admit(List<Resource> vms) throws InterruptedException {
        Set<String> networks = new TreeSet<>();
        vms.forEach(vm -> vm.address().ifPresent(address -> networks.add(address + "/32")));
        int[] open = {0};
        for (Region region : regions.values()) {
            for (Resource firewall : region.base) {
                if (firewall.kind() == Kind.FIREWALL) {
                    open[0]++;
                    loop.<Boolean>call(
                            () -> {
                                region.cloud.admit(firewall, networks);
                                return true;
                            },
                            done -> open[0]--,
                            lost -> {
                                open[0]--;
                                say.accept("The firewall of " + region.site + " was not opened to the fleet: "
                                        + lost.message());
                            });
                }
            }
        }
        loop.runUntil(() -> stopped || open[0] == 0);
    }

    /**
     * Moves the end of the lease, in the journal first.
     *
     * @param more from now on
     * @return how many things carry the new end, and what failed for the others
     * @throws InvalidInputException when there is no fleet, or the longest lifetime or the budget does not reach so far
     */
    public Extension extend(Duration more) throws InterruptedException {
        Instant now = loop.now();
        if (!state.isOpen() || !now.isBefore(expires())) {
            throw new InvalidInputException(
                    "There is no fleet " + fleet.name() + " whose lease could be extended.", "Raise one: fleet up.");
        }
        Instant wanted = now.plus(more);
        Instant end = begun().at().plus(fleet.lease(Duration.between(begun().at(), wanted), prices));
        if (end.isBefore(wanted.minusSeconds(1))) {
            throw new InvalidInputException(
                    "The fleet " + fleet.name() + " may live until " + end + " at the longest, by its file, and "
                            + wanted + " was asked for.",
                    "Ask for less, or raise a new fleet with a longer life or a larger budget.");
        }
        write(new FleetEntry.Extended(now, end));
        var sweep = new Sweep(loop, pace, clouds, say);
        List<Resource> things = sweep.look(places(), thing -> isOurs(thing));
        List<String> failures = new ArrayList<>();
        int[] open = {things.size()};
        things.forEach(thing -> loop.<Boolean>call(
                () -> {
                    cloud(thing.site()).extend(thing, end);
                    return true;
                },
                done -> open[0]--,
                lost -> {
                    open[0]--;
                    failures.add(thing.name() + ": " + lost.message());
                }));
        loop.runUntil(() -> open[0] == 0);
        return new Extension(end, things.size() - failures.size(), failures);
    }

    /** A lease that was extended. Immutable. */
    public record Extension(Instant expires, int things, List<String> failures) {
        public Extension {
            failures = List.copyOf(failures);
        }
    }

    private boolean isOurs(Resource thing) {
        return thing.label().fleet().equals(fleet.name())
                && state.begun()
                        .map(run -> run.run().equals(thing.label().run()))
                        .orElse(false);
    }

    /** Where this run may have something: every region of the file and of the journal. */
    private Set<SiteId> places() {
        Set<SiteId> places = new TreeSet<>();
        fleet.everywhere().forEach(group -> places.add(cloud(group.site()).regionOf(group.site())));
        state.sites().stream()
                .filter(site -> clouds.containsKey(site.provider()))
                .forEach(site -> places.add(cloud(site).regionOf(site)));
        return places;
    }

    /** What the journal knows by its id, and a list may not show yet. */
    private Resource known(FleetState.Thing thing, FleetEntry.Made made) {
        return new Resource(
                thing.intended().kind(),
                made.id(),
                made.name(),
                thing.intended().site(),
                new Label(fleet.name(), begun().run(), expires()),
                Resource.State.STARTING,
                Optional.empty(),
                Optional.empty());
    }

    /** What the clouds list of this run now. */
    public List<Resource> look() throws InterruptedException {
        return state.begun().isEmpty() ? List.of() : new Sweep(loop, pace, clouds, say).look(places(), this::isOurs);
    }

    /**
     * Takes the fleet down, until the clouds list nothing of it in two looks apart.
     *
     * @param patience after which it gives up
     * @return what is left; empty when it is surely gone
     */
    public List<String> down(Duration patience) throws InterruptedException {
        if (!state.isOpen()) {
            return List.of();
        }
        var sweep = new Sweep(loop, pace, clouds, say);
        List<Resource> known = state.things().stream()
                .filter(thing -> thing.mayBe() && thing.made().isPresent())
                .map(thing -> known(thing, thing.made().get()))
                .toList();
        Instant quiet = state.lastIntent().orElse(begun().at());
        List<String> left = sweep.clear(
                places(),
                this::isOurs,
                known,
                quiet,
                loop.now().plus(patience),
                gone -> write(new FleetEntry.Gone(loop.now(), gone)));
        if (left.isEmpty()) {
            write(new FleetEntry.Ended(loop.now()));
        }
        return left;
    }
}
