package io.longhaul.store.imports;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came of one file. Every row is either imported or skipped. Immutable.
 *
 * @param file the file
 * @param kind what it was recognised as, for people
 * @param rows rows read
 * @param measurements rows that became measurements
 * @param prices rows that became prices
 * @param skipped rows left out, by reason
 * @param guesses what the file did not say and was taken for granted
 */
public record FileSummary(
        Path file,
        String kind,
        long rows,
        long measurements,
        long prices,
        Map<SkipReason, Long> skipped,
        List<String> guesses) {
    public FileSummary {
        Map<SkipReason, Long> copy = new EnumMap<>(SkipReason.class);
        copy.putAll(skipped);
        skipped = Collections.unmodifiableMap(copy);
        guesses = List.copyOf(guesses);
    }
}
