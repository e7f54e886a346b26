package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the columns of a foreign table are to be read. Immutable.
 *
 * @param columns name of the column for each field the table has; from, to and one of sent, received and rtt are needed
 * @param rateUnit what a rate of 1 means, as 1 Mbit/s; empty when each cell has its unit
 * @param rttUnit what a round-trip time of 1 means, as 1 ms; empty when each cell has its unit
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
        require(columns.containsKey(CsvField.FROM) && columns.containsKey(CsvField.TO), "from and to");
        require(
                columns.containsKey(CsvField.SENT)
                        || columns.containsKey(CsvField.RECEIVED)
                        || columns.containsKey(CsvField.RTT),
                "sent, received or rtt");
        if (streams < 1) {
            throw new InvalidInputException("The number of streams (" + streams + ") is below 1.", "Say at least 1.");
        }
    }

    private static void require(boolean there, String what) {
        if (!there) {
            throw new InvalidInputException(
                    "No column is named for " + what + ".",
                    "Name it, as from=source_region, to=dest_region, sent=mbps.");
        }
    }
}
