package io.longhaul.cli.fleet;

import io.longhaul.cli.input.CloudAccountOptions;
import io.longhaul.cli.input.CloudRooms;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import io.longhaul.clouds.fleet.FleetEntry;
import io.longhaul.clouds.fleet.FleetFile;
import io.longhaul.clouds.fleet.FleetJournal;
import io.longhaul.clouds.fleet.FleetQuotas;
import io.longhaul.clouds.fleet.FleetState;
import io.longhaul.clouds.fleet.Pace;
import io.longhaul.clouds.fleet.Sweep;
import io.longhaul.clouds.fleet.ThreadCalls;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.LogWarning;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A fleet's file, its journal and its clouds, opened as they are needed. Confined to one thread. */
public final class FleetSession implements AutoCloseable {
    /** After this, whoever takes a fleet down gives up and says what is left. */
    public static final Duration PATIENCE = Duration.ofMinutes(30);

    /** How many times as fast as real clouds the waits are, for local servers. */
    private static final String HURRY = "longhaul.clouds.hurry";

    private final Fleet fleet;
    private final Path folder;
    private final CloudAccountOptions account;
    private final PrintWriter err;
    private final Map<String, CloudVms> clouds = new LinkedHashMap<>();
    private @Nullable ThreadCalls calls;
    private @Nullable FleetJournal journal;

    /**
     * Reads the file.
     *
     * @param state folder of the fleet's own files; empty for {@code NAME.fleet} beside the file
     * @param err where sentences go
     */
    public FleetSession(Path file, Optional<Path> state, CloudAccountOptions account, PrintWriter err) {
        this.fleet = FleetFile.read(file);
        this.folder = state.orElseGet(() -> file.toAbsolutePath().resolveSibling(fleet.name() + ".fleet"));
        this.account = account;
        this.err = err;
    }

    /** The fleet as its file says. */
    public Fleet fleet() {
        return fleet;
    }

    /** Where the fleet's own files are. */
    public Path folder() {
        return folder;
    }

    private Path journalFolder() {
        return folder.resolve("journal");
    }

    private void warn(LogWarning warning) {
        err.println(warning.message());
    }

    private void say(String sentence) {
        err.println(sentence);
        err.flush();
    }

    /** What the journal says so far. */
    public FleetState state() {
        return FleetJournal.read(journalFolder(), this::warn);
    }

    /** The price book of the sites of a fleet. */
    public static PriceBook prices(Fleet fleet) {
        Set<SiteId> sites = new TreeSet<>();
        fleet.groups().forEach(group -> sites.add(group.site()));
        fleet.elsewhere().forEach(group -> sites.add(group.site()));
        return Catalogue.shipped().prices(sites);
    }

    /** An hour of the VM type at each site, where it is known. */
    private Map<SiteId, PricePerHour> perHour() {
        PriceBook book = prices(fleet);
        Map<SiteId, PricePerHour> prices = new HashMap<>();
        List.of(fleet.groups(), fleet.elsewhere())
                .forEach(groups -> groups.forEach(group -> book.findVm(group.site(), group.type())
                        .map(VmPrice::price)
                        .ifPresent(price -> prices.put(group.site(), price))));
        return prices;
    }

    /** Opens the clouds of the fleet. */
    private Map<String, CloudVms> clouds() {
        for (String name : fleet.providers()) {
            clouds.computeIfAbsent(name, one -> CloudRooms.open(one).vms(account.access(one)));
        }
        return clouds;
    }

    private ThreadCalls calls() {
        if (calls == null) {
            calls = new ThreadCalls(InstantSource.system());
        }
        return calls;
    }

    /** Asks the clouds what the fleet takes of the accounts' quotas. */
    public FleetQuotas quotas() {
        Map<String, CloudCatalog> open = new HashMap<>();
        try {
            return FleetQuotas.of(
                    fleet,
                    name -> open.computeIfAbsent(
                            name,
                            one -> CloudRooms.open(one)
                                    .catalog(account.access(one), Patience.usual(new SplittableRandom()))));
        } finally {
            open.values().forEach(CloudCatalog::close);
        }
    }

    /** How long it waits for what. */
    public Pace pace() {
        return Pace.REAL.dividedBy(Math.max(1, Integer.getInteger(HURRY, 1)));
    }

    /**
     * Who acts for the fleet, with the journal open for writing.
     *
     * @param firstBoot of VMs that are made
     */
    public FleetActor actor(FleetActor.FirstBoot firstBoot) {
        FleetState before = state();
        FleetJournal opened = FleetJournal.open(journalFolder(), this::warn);
        journal = opened;
        return new FleetActor(fleet, clouds(), perHour(), firstBoot, calls(), pace(), opened, before, this::say);
    }

    /** Who acts for the fleet and makes no VM. */
    public FleetActor actor() {
        return actor((name, group, label) -> "");
    }

    /**
     * Takes the fleet down, and says what is left.
     *
     * @return whether the clouds surely list nothing of it any more
     */
    public boolean down(FleetActor actor, Duration patience) throws InterruptedException {
        List<String> left = actor.down(patience);
        left.forEach(line -> say("Left: " + line));
        return left.isEmpty();
    }

    /** The fleet as it is now, by the clouds and the journal; nothing is written. */
    public FleetText.Status status() throws InterruptedException {
        FleetState state = state();
        List<Resource> things = new FleetActor(
                        fleet,
                        clouds(),
                        Map.of(),
                        (name, group, label) -> "",
                        calls(),
                        pace(),
                        entry -> {},
                        state,
                        this::say)
                .look();
        return new FleetText.Status(fleet.name(), state, things, Instant.now());
    }

    /**
     * After a sweep that left nothing, notes in the journal, where there is one, that the fleet has ended; else the next {@code fleet up}
     * would look for its VMs.
     *
     * @param expired whether the sweep was for what is past its lease only
     */
    public void reaped(boolean expired) {
        FleetState state = state();
        boolean over = state.expires().map(end -> !Instant.now().isBefore(end)).orElse(false);
        if (state.isOpen() && (over || !expired)) {
            try (FleetJournal opened = FleetJournal.open(journalFolder(), this::warn)) {
                opened.accept(new FleetEntry.Ended(Instant.now()));
            }
        }
    }

    /** Sweeps every region of the file's clouds. */
    public List<String> sweep(Predicate<Resource> meant, Duration patience) throws InterruptedException {
        return new Sweep(calls(), pace(), clouds(), this::say).everywhere(meant, patience);
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
        if (calls != null) {
            calls.close();
        }
        clouds.values().forEach(CloudVms::close);
    }
}
