package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.StoreException;
import io.longhaul.store.json.MeasurementJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was read from one file so far. Confined to one thread. */
final class FileImport {
    private static final MeasurementJson JSON = new MeasurementJson();

    private final Path file;
    private final String kind;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<EgressPrice> prices = new ArrayList<>();
    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private final Set<String> guesses = new LinkedHashSet<>();
    private long rows;

    FileImport(Path file, String kind) {
        this.file = file;
        this.kind = kind;
    }

    long rows() {
        return rows;
    }

    void countRow() {
        rows++;
    }

    /**
     * Takes a measurement that the log would take.
     *
     * @throws InvalidInputException when its values are beyond all that can be
     */
    void add(Measurement measurement) {
        try {
            JSON.toReadableLine(measurement);
        } catch (StoreException e) {
            throw new InvalidInputException(e.message(), e.advice(), e);
        }
        measurements.add(measurement);
    }

    void add(EgressPrice price) {
        prices.add(price);
    }

    /** The link between two sites; empty, and counted as skipped, when they are the same. */
    Optional<Link> link(SiteId from, SiteId to) {
        if (from.equals(to)) {
            skip(SkipReason.SAME_SITE);
            return Optional.empty();
        }
        return Optional.of(new Link(from, to));
    }

    /** Notes what the file did not say and was taken for granted; once, however often it is told. */
    void guess(String what) {
        guesses.add(what);
    }

    void skip(SkipReason reason) {
        skipped.merge(reason, 1L, Long::sum);
    }

    List<Measurement> measurements() {
        return measurements;
    }

    List<EgressPrice> prices() {
        return prices;
    }

    /** Takes out the measurements whose ids are in the set, and adds the ids of the others to it. */
    void dropKnown(Set<String> known) {
        measurements.removeIf(measurement -> {
            boolean old = !known.add(measurement.header().id());
            if (old) {
                skip(SkipReason.ALREADY_IMPORTED);
            }
            return old;
        });
    }

    FileSummary summary() {
        return new FileSummary(file, kind, rows, measurements.size(), prices.size(), skipped, List.copyOf(guesses));
    }
}
