package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.Version;
import io.longhaul.cli.input.CloudAccountOptions;
import io.longhaul.cli.input.CloudRooms;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.Here;
import io.longhaul.cli.text.StoreProbeJson;
import io.longhaul.cli.text.Table;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.PatientStore;
import io.longhaul.clouds.objects.StoreProbe;
import io.longhaul.clouds.objects.StoreUrl;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code probe store URL}. */
@Command(
        name = "store",
        description = {
            "Measures what this machine writes to an object store and reads from it, by number of connections and size of",
            "objects: often the real limit of a transfer. What it writes it removes, however it ends."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe store s3://bucket/scratch --from auto --from-vm auto --into log",
            "  longhaul probe store gs://bucket --connections 1,8,32 --object-sizes 8MiB,256MiB --duration 10s",
            "  longhaul probe store az://account/container --max-volume 1GB --store-site azure:japaneast"
        })
public final class ProbeStoreCommand implements Callable<Integer> {
    private static final int TRIES = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final int MOST_CONNECTIONS = 256;
    private static final DataSize LARGEST = DataSize.ofBytes(64L << 30);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "URL",
            description = "s3://bucket/prefix, gs://bucket/prefix or az://account/container/prefix.")
    @SuppressWarnings("NullAway.Init")
    private String url;

    @Option(
            names = {"-s", "--connections"},
            paramLabel = "N",
            split = ",",
            defaultValue = "1,4,16",
            description = "Requests under way at once (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<Integer> connections;

    @Option(
            names = "--object-sizes",
            paramLabel = "SIZE",
            split = ",",
            defaultValue = "1MiB,64MiB",
            description = "Sizes of objects; above 16MiB in parts and ranges of that size (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<DataSize> sizes;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long each load begins requests (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = "--max-volume",
            paramLabel = "SIZE",
            defaultValue = "4GB",
            description = "Octets at most, written and read together (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private DataSize volume;

    @Option(
            names = "--from",
            paramLabel = "SITE",
            converter = Here.Site.class,
            description = "Site of this machine, as aws:us-east-1; auto asks the cloud it runs in.")
    private @Nullable SiteId from;

    @Option(
            names = "--from-vm",
            paramLabel = "TYPE",
            description = "VM type of this machine, as m5.8xlarge; auto asks the cloud it runs in.")
    private @Nullable String fromVm;

    @Option(names = "--store-site", paramLabel = "SITE", description = "Where the bucket is, for the price of reading.")
    private @Nullable SiteId storeSite;

    @Mixin
    private CloudAccountOptions account = new CloudAccountOptions();

    @Option(
            names = "--into",
            paramLabel = "LOG",
            description = "Append the measurements to this log; made when missing.")
    private @Nullable Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        StoreUrl address = StoreUrl.parse(url);
        List<StoreProbe.Load> loads = loads();
        SiteId here = Here.site(from).orElse(new SiteId("host", "here"));
        Optional<String> vmType = Here.vmType(fromVm);
        announce(here, loads, err);
        int most = connections.stream().mapToInt(Integer::intValue).max().orElseThrow();
        ObjectStore plain =
                CloudRooms.open(address.provider()).store(account.access(address.provider()), address, most);
        var random = new SplittableRandom();
        var patient = new PatientStore(plain, TRIES, FIRST_PAUSE, random, pause -> Thread.sleep(pause.toMillis()));
        String prefix = address.prefix()
                + (address.prefix().isEmpty() || address.prefix().endsWith("/") ? "" : "/") + "longhaul-probe-"
                + UUID.randomUUID() + "/";
        List<Measurement> runs = new ArrayList<>();
        List<String> left;
        try (var probe = new StoreProbe(
                patient,
                here,
                address.site(),
                vmType,
                new MeasurementHeader.Prober("longhaul", Version.text()),
                prefix,
                Clock.systemUTC(),
                random)) {
            try (Interruption ignored = Interruption.calling(probe::stop)) {
                try {
                    measure(probe, loads, runs, err);
                } finally {
                    left = probe.cleanUp();
                }
            }
        }
        print(new StoreProbeJson.Answer(address.toString(), runs, left), address.site());
        return end(address, runs, left, err).code();
    }

    private ExitCode end(StoreUrl address, List<Measurement> runs, List<String> left, PrintWriter err) {
        if (!left.isEmpty()) {
            err.println(left.size() + " objects of this probe may still be in " + address + ":");
            left.forEach(name -> err.println("  " + name));
        }
        if (runs.stream().allMatch(FailedMeasurement.class::isInstance)) {
            return ExitCode.FAILED;
        }
        boolean whole = left.isEmpty()
                && runs.size() == loads().size()
                && runs.stream().noneMatch(FailedMeasurement.class::isInstance);
        return whole ? ExitCode.OK : ExitCode.INCOMPLETE;
    }

    /** Each size is written before it is read. Each load has an equal part of the volume. */
    private List<StoreProbe.Load> loads() {
        int count = 2 * connections.size() * sizes.size();
        for (int each : connections) {
            if (each < 1 || each > MOST_CONNECTIONS) {
                throw new InvalidInputException(
                        "The number of connections (" + each + ") is not in 1 to " + MOST_CONNECTIONS + ".",
                        "Give numbers like 1,4,16.");
            }
        }
        DataSize part = DataSize.ofBytes(volume.bytes() / Math.max(1, count));
        List<StoreProbe.Load> loads = new ArrayList<>();
        for (DataSize size : sizes) {
            if (size.isZero() || size.compareTo(part) > 0 || size.compareTo(LARGEST) > 0) {
                throw new InvalidInputException(
                        "Objects of " + size + " do not fit: each of the " + count + " loads may move " + part + ".",
                        "Give a larger --max-volume, smaller --object-sizes, or fewer of them.");
            }
            for (int each : connections) {
                loads.add(new StoreProbe.Load(each, size, duration, part, false));
                loads.add(new StoreProbe.Load(each, size, duration, part, true));
            }
        }
        return loads;
    }

    private void measure(StoreProbe probe, List<StoreProbe.Load> loads, List<Measurement> runs, PrintWriter err) {
        for (StoreProbe.Load load : loads) {
            if (probe.isStopped()) {
                return;
            }
            Measurement run = probe.run(UUID.randomUUID().toString(), load);
            if (log != null) {
                try (LogWriter writer = MeasurementLog.at(log)
                        .openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()))) {
                    writer.append(run);
                }
            }
            runs.add(run);
            err.println(what(load) + ": " + RunLine.of(run)
                    + (run instanceof FailedMeasurement failed ? " (" + failed.message() + ")" : ""));
        }
    }

    private static String what(StoreProbe.Load load) {
        return (load.reads() ? "read " : "write ") + load.objectSize() + ", " + load.connections() + " connections";
    }

    /** What it may ask for and move, before anything is sent. What a request costs stands in no list here. */
    private void announce(SiteId here, List<StoreProbe.Load> loads, PrintWriter err) {
        long written = 0;
        long fetched = 0;
        long reads = 0;
        for (StoreProbe.Load load : loads) {
            long volume = load.volume().bytes();
            long parts = volume / Math.min(load.objectSize().bytes(), StoreProbe.REQUEST) + 1;
            // an object of parts is begun and finished, each is looked at, and each is removed
            long around = 4 * (volume / load.objectSize().bytes() + 1);
            if (load.reads()) {
                fetched += parts + around;
                reads += volume;
            } else {
                written += parts + around;
            }
        }
        DataSize read = DataSize.ofBytes(reads);
        err.println("Up to " + volume + " in " + loads.size() + " loads of " + Durations.format(duration)
                + " each, by up to " + written + " requests that write and " + fetched
                + " that read, at the store's price of requests; reading " + read + " " + priceOfReading(here, read)
                + ".");
    }

    private String priceOfReading(SiteId here, DataSize read) {
        if (storeSite == null) {
            return "costs nothing inside the bucket's region, and elsewhere what leaving it costs (--store-site)";
        }
        if (here.withoutZone().equals(storeSite.withoutZone())) {
            return "costs nothing inside the region";
        }
        Optional<EgressPrice> price = Catalogue.shipped().findEgress(new Link(storeSite, here));
        return price.map(known -> "costs up to " + known.cost(read, DataSize.ZERO))
                .orElse("costs what no list here knows (from " + storeSite + " to " + here + ")");
    }

    private void print(StoreProbeJson.Answer answer, SiteId store) {
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new StoreProbeJson().toJson(answer));
            return;
        }
        out.println(Table.of(answer.runs())
                .left("", run -> run.link().from().equals(store) ? "read" : "write")
                .right(
                        "object size",
                        run -> moved(
                                run,
                                each -> each.asked().writeSize().map(Show::size).orElse("-")))
                .right(
                        "connections",
                        run -> moved(run, each -> String.valueOf(each.asked().streams())))
                .right(
                        "moved",
                        run -> moved(
                                run,
                                each -> each.received()
                                        .orElseThrow()
                                        .size()
                                        .map(Show::size)
                                        .orElse("-")))
                .right(
                        "rate",
                        run -> moved(run, each -> each.rate().map(Show::rate).orElse("-")))
                .left("", run -> run instanceof FailedMeasurement failed ? "failed: " + failed.reason() : "")
                .render());
    }

    private interface Cell {
        String of(ThroughputMeasurement run);
    }

    private static String moved(Measurement run, Cell cell) {
        return run instanceof ThroughputMeasurement done ? cell.of(done) : "-";
    }
}
