package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a column of a foreign table may hold. */
public enum CsvField {
    /** Source, {@code provider:region}. */
    FROM,
    /** Destination, {@code provider:region}. */
    TO,
    /** Rate that the senders counted. */
    SENT,
    /** Rate that the receivers counted. */
    RECEIVED,
    /** Round-trip time. */
    RTT,
    /** TCP connections. */
    STREAMS,
    /** Start: ISO 8601; without a zone it is taken for UTC. */
    STARTED,
    /** Length of the run in seconds. */
    DURATION,
    /** Window asked for, with its unit. */
    WINDOW,
    /** VM type at the source. */
    FROM_VM_TYPE,
    /** VM type at the destination. */
    TO_VM_TYPE;

    /** The name on the command line, as {@code from-vm-type}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static CsvField ofId(String id) {
        return Arrays.stream(values())
                .filter(field -> field.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The field (" + id + ") is none that a column can hold.",
                        "Known are "
                                + Arrays.stream(values()).map(CsvField::id).collect(Collectors.joining(", "))
                                + "."));
    }
}
