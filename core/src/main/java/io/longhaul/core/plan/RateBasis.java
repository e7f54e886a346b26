package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import java.util.Locale;

/** Which measured rate a link is judged by. */
public enum RateBasis {
    /** One stream: measured, or window over RTT. */
    SINGLE_FLOW,
    /** What was sent with the most streams measured. */
    MULTI_STREAM;

    /** The name in files and on the command line, as {@code single-flow}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads the name in files. */
    public static RateBasis ofId(String id) {
        for (RateBasis basis : values()) {
            if (basis.id().equals(id)) {
                return basis;
            }
        }
        throw new InvalidInputException(
                "The rates (" + id + ") are not known.", "Known are single-flow and multi-stream.");
    }
}
