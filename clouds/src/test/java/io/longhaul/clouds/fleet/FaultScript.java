package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.hostile.Fault;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HostileCloud.Death;
import io.longhaul.clouds.hostile.HostileCloud.Thing;
import io.longhaul.clouds.hostile.HostileVms;
import io.longhaul.clouds.hostile.VirtualCalls;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One life of a fleet among hostile clouds, drawn from a seed: raised, perhaps extended, taken down or forgotten, killed at any event and
 * perhaps begun again, and swept about the end of its lease. Confined to one thread.
 */
final class FaultScript {
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    /** By which VMs of Azure delete themselves. */
    static final String IDENTITY = "/subscriptions/00000000-0000-0000-0000-000000000016/resourceGroups/own/providers/"
            + "Microsoft.ManagedIdentity/userAssignedIdentities/longhaul-fleet-timer";

    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final List<SiteId> SITES = List.of(
            SiteId.parse("aws:us-east-1"),
            SiteId.parse("aws:eu-west-1"),
            SiteId.parse("gcp:us-east1-b"),
            SiteId.parse("gcp:europe-west1-b"),
            SiteId.parse("azure:eastus"),
            SiteId.parse("azure:westeurope"));

    /** Which of the four deaths there are. */
    record Deaths(boolean reconciler, boolean inside, boolean cloud, boolean sweep) {
        static final Deaths ALL = new Deaths(true, true, true, true);
    }

    /**
     * What came of it.
     *
     * @param vms made
     * @param overdue VMs billed later than five minutes after the end of their lease
     * @param left things after one sweep
     * @param foreign things of others that were touched
     * @param deaths of VMs by who ended them
     * @param kills of processes
     */
    record Outcome(int vms, int overdue, int left, int foreign, Map<Death, Integer> deaths, int kills) {}

    private final long seed;
    private final Deaths deaths;
    private final SplittableRandom random;
    private final VirtualCalls calls;
    private final HostileCloud cloud;
    private final Map<String, CloudVms> clouds = new LinkedHashMap<>();
    private final List<FleetEntry> journal = new ArrayList<>();
    private int kills;

    FaultScript(long seed, Deaths deaths) {
        this.seed = seed;
        this.deaths = deaths;
        random = new SplittableRandom(seed);
        calls = new VirtualCalls(START, random.nextLong());
        cloud = new HostileCloud(calls, random.nextLong());
        double rate = random.nextDouble() * 0.3;
        Fault[] kinds = Fault.values();
        SplittableRandom chance = random.split();
        cloud.with((provider, call) ->
                chance.nextDouble() < rate ? kinds[1 + chance.nextInt(kinds.length - 1)] : Fault.NONE);
        cloud.withBrokenBoots(random.nextDouble() < 0.5 ? 0 : 0.3);
        if (!deaths.inside()) {
            cloud.withoutTimersInside();
        }
        if (!deaths.cloud()) {
            cloud.withoutCloudTimers();
        }
        for (String provider : List.of("aws", "gcp", "azure")) {
            List<SiteId> regions = SITES.stream()
                    .filter(site -> site.provider().equals(provider))
                    .map(SiteId::withoutZone)
                    .toList();
            clouds.put(provider, new HostileVms(cloud, provider, regions));
            for (SiteId region : regions) {
                // somebody else's, with names and tags that are nearly ours
                cloud.plantForeign(provider, region.name(), Kind.VM, "web-1", Map.of("Name", "web-1"));
                cloud.plantForeign(provider, region.name(), Kind.FIREWALL, "lh-grid-old", Map.of("owner", "lh"));
                cloud.plantForeign(
                        provider,
                        region.name(),
                        Kind.VM,
                        "lh-other-1",
                        new Label("other", "a1", START.plus(Duration.ofHours(9))).tags());
            }
        }
        if (random.nextDouble() < 0.3) {
            cloud.withoutRoom(SITES.get(random.nextInt(SITES.size())).toString());
        }
        if (random.nextDouble() < 0.3) {
            cloud.withQuota(
                    SITES.get(random.nextInt(SITES.size())).withoutZone().toString(), random.nextInt(3));
        }
    }

    private Fleet fleet() {
        List<Fleet.Group> groups = new ArrayList<>();
        for (SiteId site : SITES) {
            if (random.nextBoolean()) {
                int count = 1 + random.nextInt(2);
                groups.add(group(site, count, count + (random.nextDouble() < 0.3 ? 1 + random.nextInt(2) : 0)));
            }
        }
        if (groups.isEmpty()) {
            groups.add(group(SITES.get(0), 2));
        }
        Duration lifetime = Duration.ofMinutes(10 + random.nextInt(110));
        Duration longest = random.nextBoolean() ? lifetime : lifetime.multipliedBy(2);
        return new Fleet(
                "grid",
                lifetime,
                longest,
                Optional.empty(),
                List.of("203.0.113.7/32"),
                Optional.empty(),
                groups,
                random.nextBoolean() ? List.of(group(SITES.get(1), 0)) : List.of(),
                Fleet.Tuning.NONE,
                random.nextBoolean() ? Optional.of(IDENTITY) : Optional.empty());
    }

    static Fleet.Group group(SiteId site, int count) {
        return group(site, count, count);
    }

    static Fleet.Group group(SiteId site, int count, int candidates) {
        return new Fleet.Group(site, "m5.large", count, candidates, Optional.empty(), Optional.empty(), false);
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    /** Runs as a process of its own, which may be killed. */
    private boolean process(Work work) throws InterruptedException {
        if (random.nextDouble() < 0.5) {
            calls.killAfter(1 + random.nextInt(120));
        }
        try {
            work.run();
            return true;
        } catch (VirtualCalls.Killed killed) {
            kills++;
            calls.lose();
            return false;
        } catch (LonghaulException told) {
            return false;
        } finally {
            calls.killAfter(Long.MAX_VALUE);
        }
    }

    private FleetActor actor(Fleet fleet) {
        return actor(fleet, clouds, calls, journal, entry -> {
            // killed before it is on disk, or right after
            calls.event();
            journal.add(entry);
            calls.event();
        });
    }

    /** Who acts for a fleet whose VMs cost a dollar an hour. */
    static FleetActor actor(
            Fleet fleet,
            Map<String, CloudVms> clouds,
            VirtualCalls calls,
            List<FleetEntry> journal,
            Consumer<FleetEntry> write) {
        Map<SiteId, PricePerHour> prices = new HashMap<>();
        fleet.everywhere().forEach(group -> prices.put(group.site(), PricePerHour.ofDollars(1)));
        return new FleetActor(
                fleet,
                clouds,
                prices,
                (name, site, label) -> "",
                calls,
                Pace.REAL,
                write,
                FleetState.of(journal),
                said -> {});
    }

    Outcome run() throws InterruptedException {
        Fleet fleet = fleet();
        boolean up = false;
        for (int attempt = 0; attempt < 3 && !up; attempt++) {
            up = process(() -> {
                FleetActor actor = actor(fleet);
                actor.up("r" + seed);
                actor.keep(Comparator.comparing(Resource::id));
            });
            if (!up && random.nextDouble() < 0.3) {
                break;
            }
        }
        if (random.nextDouble() < 0.3) {
            process(() -> actor(fleet).extend(Duration.ofMinutes(1 + random.nextInt(90))));
        }
        Instant end = FleetState.of(journal).expires().orElse(calls.now().plus(Duration.ofMinutes(1)));
        if (deaths.reconciler() && random.nextDouble() < 0.6) {
            calls.sleepUntil(calls.now()
                    .plusSeconds(random.nextInt(1
                            + (int) Math.max(
                                    0, Duration.between(calls.now(), end).toSeconds()))));
            for (int attempt = 0; attempt < 3; attempt++) {
                if (process(() -> actor(fleet).down(Duration.ofMinutes(30)))) {
                    break;
                }
            }
        }
        calls.sleepUntil(end.plusSeconds(random.nextInt(60)));
        cloud.advance();
        if (deaths.sweep()) {
            // as a timer of the system runs it: begun again until it ends
            while (!process(() -> reap(fleet))) {
                calls.sleepUntil(calls.now().plusSeconds(5));
            }
        }
        calls.sleepUntil(end.plus(Duration.ofMinutes(90)));
        int overdue = 0;
        Map<Death, Integer> byDeath = new EnumMap<>(Death.class);
        for (Thing vm : cloud.vms()) {
            Instant lease = vm.label().orElseThrow().expires();
            Instant last = lease.isAfter(end) ? lease : end;
            if (vm.isBilled(last.plus(GRACE))) {
                overdue++;
            }
            vm.death().ifPresent(death -> byDeath.merge(death, 1, Integer::sum));
        }
        while (!deaths.sweep() && !process(() -> reap(fleet))) {
            calls.sleepUntil(calls.now().plusSeconds(5));
        }
        return new Outcome(cloud.vms().size(), overdue, cloud.left().size(), cloud.touchedForeign(), byDeath, kills);
    }

    private void reap(Fleet fleet) throws InterruptedException {
        var sweep = new Sweep(calls, Pace.REAL, clouds, said -> {});
        List<String> left = sweep.everywhere(thing -> isMeant(fleet, thing), Duration.ofHours(1));
        if (!left.isEmpty()) {
            throw new AssertionError("seed " + seed + ": the sweep itself said that something is left: " + left);
        }
    }

    private static boolean isMeant(Fleet fleet, Resource thing) {
        return thing.label().fleet().equals(fleet.name());
    }
}
