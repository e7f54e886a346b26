package io.longhaul.store.imports;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came of an import. Immutable.
 *
 * @param files each file, in the order given
 */
public record ImportSummary(List<FileSummary> files) {
    public ImportSummary {
        files = List.copyOf(files);
    }

    public long rows() {
        return files.stream().mapToLong(FileSummary::rows).sum();
    }

    /** Measurements added to the log. */
    public long measurements() {
        return files.stream().mapToLong(FileSummary::measurements).sum();
    }

    /** Prices read; those that the price book held already are counted too. */
    public long prices() {
        return files.stream().mapToLong(FileSummary::prices).sum();
    }

    public Map<SkipReason, Long> skipped() {
        Map<SkipReason, Long> sum = new EnumMap<>(SkipReason.class);
        files.forEach(file -> file.skipped().forEach((reason, count) -> sum.merge(reason, count, Long::sum)));
        return Collections.unmodifiableMap(sum);
    }

    /** Whether all measurements given were in the log before. */
    public boolean nothingNew() {
        return measurements() == 0 && skipped().getOrDefault(SkipReason.ALREADY_IMPORTED, 0L) > 0;
    }
}
