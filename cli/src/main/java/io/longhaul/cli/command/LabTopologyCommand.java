package io.longhaul.cli.command;

import io.longhaul.cli.input.LogReading;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.SnapshotTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.SnapshotJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab topology}: a topology as the lab understands it, or one made of measurements. */
@Command(
        name = "topology",
        description = {
            "Prints a topology with every value written out: a start for one of your own, or a check of it.",
            "With --from-log or --from-snapshot it makes one of what was measured: caps, windows, round-trip times and",
            "path caps, at a fraction of their rates that a machine can carry."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul lab topology twelve > my-wan.yaml",
            "  longhaul lab topology --from-log log --scale 100 > mine.yaml",
            "  longhaul lab topology --from-log log --sites aws:us-east-1,gcp:us-central1-a --scale 50 > mine.yaml",
            "  longhaul lab run mine.yaml -- bash"
        })
public final class LabTopologyCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME|FILE", arity = "0..1", description = "A ready-made topology or a file.")
    private @Nullable String topology;

    @Option(names = "--from-log", paramLabel = "LOG", description = "Make one of this measurement log.")
    private @Nullable Path log;

    @Option(names = "--from-snapshot", paramLabel = "FILE", description = "Make one of what estimate -o wrote.")
    private @Nullable Path snapshot;

    @Option(
            names = "--sites",
            paramLabel = "SITE",
            split = ",",
            description = "Which sites (default: all whose round-trip times to each other are known).")
    private List<SiteId> sites = List.of();

    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "100",
            description = "Divide rates, budgets and windows by this; times stay (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Option(
            names = "--window",
            paramLabel = "SIZE",
            defaultValue = "7MiB",
            description = "Window, before dividing, where none was measured (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private DataSize window;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "measured",
            description = "Name of what is made (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Mixin
    private LogReading reading = new LogReading();

    @Override
    public void run() {
        long named = Stream.of(topology != null, log != null, snapshot != null)
                .filter(given -> given)
                .count();
        if (named != 1) {
            throw new InvalidInputException(
                    "It is not clear what to print.", "Name one: a topology, --from-log LOG, or --from-snapshot FILE.");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(TopologyYaml.write(topology != null ? TopologyYaml.load(topology) : made()));
    }

    private LabTopology made() {
        PrintWriter err = spec.commandLine().getErr();
        Snapshot beliefs = log != null
                ? reading.estimate(log, Catalogue.shipped(), err)
                : new SnapshotJson().read(Objects.requireNonNull(snapshot));
        LabTopology made = SnapshotTopology.of(beliefs, new SnapshotTopology.Options(name, sites, scale, window));
        int left = beliefs.sites().size() - made.sites().size();
        if (sites.isEmpty() && left > 0) {
            err.println(left + " of " + beliefs.sites().size()
                    + " sites were left out, as round-trip times to others are not known.");
        }
        return made;
    }
}
