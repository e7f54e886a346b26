package io.longhaul.store.imports;

import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.topology.Link;
import io.longhaul.store.csv.CsvRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the measured files have in common: both ends with tier and VM type, and ids that come out the same whenever the
 * same row is read again. One per file. Confined to one thread.
 */
final class SkyplaneRows {
    static final List<String> COLUMNS = List.of("src", "src_tier", "src_vm", "dst", "dst_tier", "dst_vm");

    private static final MeasurementHeader.Prober PROBER = new MeasurementHeader.Prober("skyplane", "unknown");
    private static final String PREMIUM = "PREMIUM";
    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);

    private final SkyplaneOptions options;
    private final String what;
    private final Map<String, Integer> occurrences = new HashMap<>();

    /** @param what prefix of ids and campaigns, as {@code skyplane-rtt} */
    SkyplaneRows(SkyplaneOptions options, String what) {
        this.options = options;
        this.what = what;
    }

    /** The link of a row; empty, and counted, when the row is to be left out. */
    Optional<Link> link(CsvRow row, FileImport into) {
        if (!options.allTiers() && (isOtherTier(row, "src_tier") || isOtherTier(row, "dst_tier"))) {
            into.skip(SkipReason.OTHER_TIER);
            return Optional.empty();
        }
        return into.link(row.site("src"), row.site("dst"));
    }

    MeasurementHeader header(CsvRow row, Link link, Instant started, Duration duration) {
        return header(row, row.joined(), link, started, duration);
    }

    /** @param text of the whole row, which tells it from others */
    MeasurementHeader header(CsvRow row, String text, Link link, Instant started, Duration duration) {
        return new MeasurementHeader(
                id(text, link, started),
                link,
                row.findText("src_vm"),
                row.findText("dst_vm"),
                started,
                duration,
                PROBER,
                Optional.of(what + "-" + DAY.format(started) + tierSuffix(row)));
    }

    /** Equal rows of one file are several measurements; the same row of the same file is always the same one. */
    private String id(String text, Link link, Instant started) {
        String base =
                what + "-" + ID_TIME.format(started) + "-" + link.from() + "-" + link.to() + "-" + Digest.of(text);
        int occurrence = occurrences.merge(base, 1, Integer::sum);
        return occurrence == 1 ? base : base + "-" + occurrence;
    }

    /** An empty tier is one that was not recorded, and is no other tier. */
    private static boolean isOtherTier(CsvRow row, String column) {
        return row.findText(column).filter(tier -> !tier.equals(PREMIUM)).isPresent();
    }

    private static String tierSuffix(CsvRow row) {
        return isOtherTier(row, "src_tier") || isOtherTier(row, "dst_tier")
                ? ("-" + row.text("src_tier") + "-" + row.text("dst_tier")).toLowerCase(Locale.ROOT)
                : "";
    }
}
