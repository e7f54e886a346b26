package io.longhaul.cli.input;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.grid.GridReader;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --snapshot FILE} or {@code --log DIR}, and {@code --prices FILE}. */
public final class BeliefOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--snapshot", paramLabel = "FILE", description = "A snapshot, as estimate -o writes it.")
    private @Nullable Path snapshotFile;

    @Option(names = "--log", paramLabel = "DIR", description = "A measurement log, estimated on the fly.")
    private @Nullable Path logDirectory;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Prices that override the log's and the catalogue's: a price book, or a CSV with the columns from,"
                            + " to, usd_per_gb.")
    private @Nullable Path pricesFile;

    @Mixin
    private LogReading reading = new LogReading();

    /** Reads what the options name; the catalogue's prices lie below the log's, and those below {@code --prices}. */
    public Belief load(PrintWriter err) {
        Snapshot snapshot = snapshot(err);
        Optional<MeasurementLog> log = Optional.ofNullable(logDirectory).map(MeasurementLog::at);
        return new Belief(snapshot, pricesOf(snapshot.siteIds(), log, prices()), log);
    }

    /** The catalogue's prices of some sites, those of a log on top, and those of a file on top of all. */
    public static PriceBook pricesOf(List<SiteId> sites, Optional<MeasurementLog> log, Optional<Path> file) {
        Catalogue catalogue = Catalogue.shipped();
        PriceBook prices = log.map(own -> catalogue.prices(sites, own)).orElseGet(() -> catalogue.prices(sites));
        return file.map(book -> prices.with(
                        book.toString().endsWith(".csv") ? GridReader.prices(book) : new PriceBookJson().read(book)))
                .orElse(prices);
    }

    private Snapshot snapshot(PrintWriter err) {
        if (logDirectory != null && snapshotFile == null) {
            return reading.estimate(logDirectory, Catalogue.shipped(), err);
        }
        if (snapshotFile != null && logDirectory == null) {
            return new SnapshotJson().read(snapshotFile);
        }
        throw new ParameterException(spec.commandLine(), "Give either --snapshot FILE or --log DIR.");
    }

    public boolean isGiven() {
        return logDirectory != null || snapshotFile != null;
    }

    /** The file of {@code --prices}. */
    public Optional<Path> prices() {
        return Optional.ofNullable(pricesFile);
    }
}
