package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the columns of a foreign table are to be read. Immutable.
 *
 * @param columns name of the column for each field the table has; what is not named is looked for among the usual names
 * @param rateUnit what a rate of 1 means, as 1 Mbit/s; empty when the header or each cell has the unit
 * @param rttUnit what a round-trip time of 1 means, as 1 ms; empty when the header or each cell has the unit
 * @param streams streams of every row, where there is no such column
 * @param started start of every row, where there is no such column
 * @param duration length of every run, where there is no such column
 * @param prober name of what measured
 * @param campaign name to file the rows under; empty for none
 */
public record CsvMapping(
        Map<CsvField, String> columns,
        Optional<Bandwidth> rateUnit,
        Optional<Duration> rttUnit,
        int streams,
        Instant started,
        Duration duration,
        String prober,
        Optional<String> campaign) {
    public CsvMapping {
        Map<CsvField, String> copy = new EnumMap<>(CsvField.class);
        copy.putAll(columns);
        columns = Collections.unmodifiableMap(copy);
        if (streams < 1) {
            throw new InvalidInputException("The number of streams (" + streams + ") is below 1.", "Say at least 1.");
        }
    }

    /** The same with other columns. */
    CsvMapping withColumns(Map<CsvField, String> value) {
        return new CsvMapping(value, rateUnit, rttUnit, streams, started, duration, prober, campaign);
    }

    /** What must be known of a table, besides its columns' names. */
    void requireFields(Path file, List<String> header) {
        boolean ends = columns.containsKey(CsvField.FROM) && columns.containsKey(CsvField.TO);
        boolean number = columns.containsKey(CsvField.SENT)
                || columns.containsKey(CsvField.RECEIVED)
                || columns.containsKey(CsvField.RTT);
        if (!ends || !number) {
            throw new InvalidInputException(
                    "No column of " + file + " is known to be " + (ends ? "sent, received or rtt" : "from and to")
                            + "; it has " + String.join(", ", header) + ".",
                    "Name it, as --column from=source_region --column to=dest_region --column sent=mbps.");
        }
    }
}
