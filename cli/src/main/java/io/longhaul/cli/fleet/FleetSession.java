package io.longhaul.cli.fleet;

import io.longhaul.cli.input.CloudAccountOptions;
import io.longhaul.cli.input.CloudRooms;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import io.longhaul.clouds.fleet.FleetFile;
import io.longhaul.clouds.fleet.FleetJournal;
import io.longhaul.clouds.fleet.FleetState;
import io.longhaul.clouds.fleet.Pace;
import io.longhaul.clouds.fleet.Sweep;
import io.longhaul.clouds.fleet.ThreadCalls;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.catalogue.Catalogue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that all commands of a fleet have, and what they open. Confined to one thread. */
public final class FleetSession implements AutoCloseable {
    /** How many times as fast as real clouds the waits are, for local servers. */
    private static final String HURRY = "longhaul.clouds.hurry";

    @Parameters(paramLabel = "FILE", description = "The fleet file; docs/formats/fleet.md describes it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description = "The fleet's journal and certificates (default: NAME.fleet beside the file).")
    private @Nullable Path state;

    @Mixin
    private CloudAccountOptions account = new CloudAccountOptions();

    private final Map<String, CloudVms> clouds = new LinkedHashMap<>();
    private @Nullable ThreadCalls calls;
    private @Nullable FleetJournal journal;

    /** The fleet as its file says. */
    public Fleet fleet() {
        return FleetFile.read(file);
    }

    /** The file's name, for messages. */
    public Path file() {
        return file;
    }

    /** Where the fleet's own files are. */
    public Path folder(Fleet fleet) {
        return state != null ? state : file.toAbsolutePath().resolveSibling(fleet.name() + ".fleet");
    }

    private Path journalFolder(Fleet fleet) {
        return folder(fleet).resolve("journal");
    }

    /** What the journal says so far. */
    public FleetState state(Fleet fleet, PrintWriter err) {
        return FleetJournal.read(journalFolder(fleet), warning -> err.println(warning.message()));
    }

    /** The price book of the sites of a fleet. */
    public static PriceBook prices(Fleet fleet) {
        Set<SiteId> sites = new TreeSet<>();
        fleet.groups().forEach(group -> sites.add(group.site()));
        fleet.elsewhere().forEach(group -> sites.add(group.site()));
        return Catalogue.shipped().prices(sites);
    }

    /** An hour of the VM type at each site, where it is known. */
    private static Map<SiteId, PricePerHour> perHour(Fleet fleet) {
        PriceBook book = prices(fleet);
        Map<SiteId, PricePerHour> prices = new HashMap<>();
        List.of(fleet.groups(), fleet.elsewhere())
                .forEach(groups -> groups.forEach(group -> book.findVm(group.site(), group.type())
                        .map(VmPrice::price)
                        .ifPresent(price -> prices.put(group.site(), price))));
        return prices;
    }

    /** Opens the clouds of a fleet. */
    private Map<String, CloudVms> clouds(Fleet fleet) {
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

    /** How long it waits for what. */
    public Pace pace() {
        return Pace.REAL.dividedBy(Math.max(1, Integer.getInteger(HURRY, 1)));
    }

    /**
     * Who acts for a fleet, with the journal open for writing.
     *
     * @param firstBoot of VMs that are made; nothing is made where nothing is raised
     */
    public FleetActor actor(Fleet fleet, FleetActor.FirstBoot firstBoot, PrintWriter err) {
        FleetState before = state(fleet, err);
        FleetJournal opened = FleetJournal.open(journalFolder(fleet), warning -> err.println(warning.message()));
        journal = opened;
        return new FleetActor(
                fleet, clouds(fleet), perHour(fleet), firstBoot, calls(), pace(), opened, before, sentence -> {
                    err.println(sentence);
                    err.flush();
                });
    }

    /** What the clouds list of the fleet now, without writing anything. */
    public List<Resource> look(Fleet fleet, PrintWriter err) throws InterruptedException {
        return new FleetActor(
                        fleet,
                        clouds(fleet),
                        Map.of(),
                        (name, site, label) -> "",
                        calls(),
                        pace(),
                        entry -> {},
                        state(fleet, err),
                        err::println)
                .look();
    }

    /** Sweeps every region of the file's clouds. */
    public List<String> sweep(Fleet fleet, Predicate<Resource> meant, Duration patience, PrintWriter err)
            throws InterruptedException {
        return new Sweep(calls(), pace(), clouds(fleet), err::println).everywhere(meant, patience);
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
