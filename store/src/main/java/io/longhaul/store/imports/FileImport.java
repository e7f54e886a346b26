package io.longhaul.store.imports;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was read from one file so far. Confined to one thread. */
final class FileImport {
    private final Path file;
    private final String kind;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<EgressPrice> prices = new ArrayList<>();
    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private long rows;

    FileImport(Path file, String kind) {
        this.file = file;
        this.kind = kind;
    }

    Path file() {
        return file;
    }

    long rows() {
        return rows;
    }

    void countRow() {
        rows++;
    }

    void add(Measurement measurement) {
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
        return new FileSummary(file, kind, rows, measurements.size(), prices.size(), skipped);
    }
}
