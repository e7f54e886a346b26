package io.longhaul.core.estimate;

import io.longhaul.core.error.InvalidInputException;
import java.util.Locale;

/** Where a belief comes from. */
public enum Source {
    /** From measurements of this network. */
    MEASURED,
    /** From the provider's documentation. */
    DOCUMENTED,
    /** A default or the user's word. */
    ASSUMED;

    /** The name in files, as {@code measured}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Source ofId(String id) {
        for (Source source : values()) {
            if (source.id().equals(id)) {
                return source;
            }
        }
        throw new InvalidInputException(
                "The source (" + id + ") is not known.", "Known are measured, documented and assumed.");
    }
}
