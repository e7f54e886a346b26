package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource;
import io.longhaul.core.topology.SiteId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Deletes what carries the label and is meant, in the order in which clouds let things go, and believes that nothing is left only when two
 * looks apart show nothing. It needs no journal. Confined to one thread.
 */
public final class Sweep {
    private final EventLoop loop;
    private final Pace pace;
    private final Map<String, CloudVms> clouds;
    private final Consumer<String> say;

    /** A sweep of its own. */
    public Sweep(Calls calls, Pace pace, Map<String, CloudVms> clouds, Consumer<String> say) {
        this(new EventLoop(calls, pace), pace, clouds, say);
    }

    Sweep(EventLoop loop, Pace pace, Map<String, CloudVms> clouds, Consumer<String> say) {
        this.loop = loop;
        this.pace = pace;
        this.clouds = Map.copyOf(clouds);
        this.say = say;
    }

    /** One region while it is swept. */
    private final class Region {
        private final SiteId site;
        private final CloudVms cloud;
        private final Predicate<Resource> meant;
        private final Consumer<String> gone;
        private final Instant quiet;
        private final List<Resource> blind;
        private final Set<String> told = new HashSet<>();
        private final Set<String> underWay = new HashSet<>();
        private Optional<Instant> emptySince = Optional.empty();
        private List<Resource> listed = List.of();
        private Optional<String> failure = Optional.of("not looked at yet");
        private boolean clean;

        Region(
                SiteId site,
                CloudVms cloud,
                Predicate<Resource> meant,
                Instant quiet,
                List<Resource> blind,
                Consumer<String> gone) {
            this.site = site;
            this.cloud = cloud;
            this.meant = meant;
            this.quiet = quiet;
            this.blind = blind;
            this.gone = gone;
        }

        void begin() {
            // what is known by its id need not be seen to be deleted
            stage(blind).forEach(this::delete);
            look();
        }

        private void look() {
            Instant asked = loop.now();
            loop.call(() -> cloud.list(site, Optional.empty()), all -> seen(asked, all), lost -> {
                failure = Optional.of(lost.message());
                emptySince = Optional.empty();
                loop.after(pace.poll(), this::look);
            });
        }

        private void seen(Instant asked, List<Resource> all) {
            failure = Optional.empty();
            listed = all.stream().filter(meant).toList();
            if (listed.isEmpty() && underWay.isEmpty()) {
                boolean settled = !asked.isBefore(quiet.plus(pace.apart()));
                if (settled
                        && emptySince.isPresent()
                        && !asked.isBefore(emptySince.get().plus(pace.apart()))) {
                    clean = true;
                    return;
                }
                if (emptySince.isEmpty()) {
                    emptySince = Optional.of(asked);
                }
                Instant next = later(emptySince.get(), quiet).plus(pace.apart());
                Duration wait = Duration.between(loop.now(), next);
                loop.after(wait.isNegative() ? pace.poll() : wait, this::look);
                return;
            }
            emptySince = Optional.empty();
            stage(listed).forEach(this::delete);
            loop.after(pace.poll(), this::look);
        }

        /** Those that may go now: nothing that is listed stands on them. A group takes all it holds with it. */
        private List<Resource> stage(List<Resource> things) {
            if (things.stream().anyMatch(thing -> thing.kind() == Kind.GROUP)) {
                return things.stream()
                        .filter(thing -> thing.kind() == Kind.GROUP)
                        .toList();
            }
            int first =
                    things.stream().mapToInt(thing -> rank(thing.kind())).min().orElse(0);
            return things.stream().filter(thing -> rank(thing.kind()) == first).toList();
        }

        private void delete(Resource thing) {
            if (!underWay.add(thing.id())) {
                return;
            }
            loop.<Boolean>call(
                    () -> {
                        cloud.delete(thing);
                        return true;
                    },
                    done -> {
                        underWay.remove(thing.id());
                        // a group's VMs go on until the cloud has come to them
                        if (thing.kind() != Kind.GROUP) {
                            end(thing.name());
                        }
                    },
                    lost -> {
                        underWay.remove(thing.id());
                        if (lost.reason() == Reason.NOT_FOUND) {
                            end(thing.name());
                        } else {
                            say.accept(thing.name() + " in " + site + " could not be deleted: " + lost.message()
                                    + " Trying again.");
                        }
                    });
        }

        private void end(String name) {
            if (told.add(name)) {
                gone.accept(name);
            }
        }

        String left() {
            return failure.map(why -> site + ": " + why)
                    .orElseGet(() -> listed.isEmpty()
                            ? site + ": nothing is listed, and the second look is still to come"
                            : site + ": "
                                    + String.join(
                                            ", ",
                                            listed.stream()
                                                    .map(thing -> thing.kind().id() + " " + thing.name() + " ("
                                                            + thing.id() + ")")
                                                    .toList()));
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    /** What goes together; a schedule outlives the VM it ends. */
    private static int rank(Kind kind) {
        return switch (kind) {
            case VM -> 0;
            case SCHEDULE, INTERFACE, DISK -> 1;
            case ADDRESS -> 2;
            case SUBNET, FIREWALL -> 3;
            case NETWORK -> 4;
            case GROUP -> 5;
        };
    }

    /**
     * Everything that is meant, in every region of these clouds, without any journal.
     *
     * @param meant only what this accepts is touched
     * @param patience after which it gives up
     * @return what is left, for people; empty when all is surely gone
     */
    public List<String> everywhere(Predicate<Resource> meant, Duration patience) throws InterruptedException {
        Set<SiteId> places = new TreeSet<>();
        List<String> unknown = new ArrayList<>();
        int[] open = {clouds.size()};
        clouds.forEach((name, cloud) -> loop.call(
                cloud::regions,
                regions -> {
                    open[0]--;
                    places.addAll(regions);
                },
                lost -> {
                    open[0]--;
                    unknown.add(name + ": its regions are not known: " + lost.message());
                }));
        loop.runUntil(() -> open[0] == 0);
        Instant now = loop.now();
        unknown.addAll(clear(places, meant, List.of(), now.minus(pace.apart()), now.plus(patience), gone -> {}));
        return unknown;
    }

    /**
     * Deletes in some regions until nothing is left.
     *
     * @param known by its id, though a list may not show it yet
     * @param quiet when something was last about to be made; a look before this and a while proves nothing
     * @param gone hears the name of each thing whose end has begun
     * @return what is left, for people
     */
    List<String> clear(
            Collection<SiteId> places,
            Predicate<Resource> meant,
            List<Resource> known,
            Instant quiet,
            Instant end,
            Consumer<String> gone)
            throws InterruptedException {
        Map<SiteId, Region> regions = new LinkedHashMap<>();
        for (SiteId place : places) {
            CloudVms cloud = cloud(place);
            List<Resource> blind = known.stream()
                    .filter(thing -> cloud.regionOf(thing.site()).equals(place)
                            && thing.site().provider().equals(place.provider()))
                    .toList();
            regions.put(place, new Region(place, cloud, meant, quiet, blind, gone));
        }
        regions.values().forEach(Region::begin);
        loop.after(Duration.between(loop.now(), end), () -> {});
        loop.runUntil(() -> regions.values().stream().allMatch(region -> region.clean)
                || !loop.now().isBefore(end));
        return regions.values().stream()
                .filter(region -> !region.clean)
                .map(Region::left)
                .toList();
    }

    /**
     * One look at some regions.
     *
     * @throws CloudException when one of them cannot be looked at
     */
    List<Resource> look(Collection<SiteId> places, Predicate<Resource> meant) throws InterruptedException {
        List<Resource> all = new ArrayList<>();
        List<CloudException> failures = new ArrayList<>();
        int[] open = {places.size()};
        for (SiteId place : places) {
            loop.call(
                    () -> cloud(place).list(place, Optional.empty()),
                    listed -> {
                        open[0]--;
                        listed.stream().filter(meant).forEach(all::add);
                    },
                    lost -> {
                        open[0]--;
                        failures.add(lost);
                    });
        }
        loop.runUntil(() -> open[0] == 0);
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return List.copyOf(all);
    }

    private CloudVms cloud(SiteId place) {
        CloudVms cloud = clouds.get(place.provider());
        if (cloud == null) {
            throw new IllegalStateException("the cloud " + place.provider() + " is not open");
        }
        return cloud;
    }
}
