package io.longhaul.cli.input;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.price.PriceBook;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --snapshot FILE} or {@code --log DIR}, and {@code --prices FILE}. */
public final class BeliefOptions {
    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    @Mixin
    private LogReading reading = new LogReading();

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description = "Price book that overrides the log's and the catalogue's.")
    private @Nullable Path pricesFile;

    private static final class Source {
        @Option(names = "--snapshot", paramLabel = "FILE", description = "A snapshot, as estimate -o writes it.")
        private @Nullable Path snapshot;

        @Option(names = "--log", paramLabel = "DIR", description = "A measurement log, estimated on the fly.")
        private @Nullable Path log;
    }

    /** Reads what the options name; the catalogue's prices lie below the log's, and those below {@code --prices}. */
    public Belief load(PrintWriter err) {
        Catalogue catalogue = Catalogue.shipped();
        PriceBook prices = catalogue.prices();
        Optional<MeasurementLog> log = Optional.ofNullable(source.log).map(MeasurementLog::at);
        Optional<Path> ofLog = log.map(MeasurementLog::pricesFile).filter(Files::exists);
        for (Optional<Path> file : List.of(ofLog, Optional.ofNullable(pricesFile))) {
            prices = file.map(path -> new PriceBookJson().read(path)).map(prices::with).orElse(prices);
        }
        Snapshot snapshot = source.log != null
                ? reading.estimate(source.log, catalogue::findCaps, err)
                : new SnapshotJson().read(Objects.requireNonNull(source.snapshot));
        return new Belief(snapshot, prices, log);
    }
}
