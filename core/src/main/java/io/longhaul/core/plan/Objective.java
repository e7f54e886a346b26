package io.longhaul.core.plan;

import java.util.Locale;

/** What a plan minimises among all that keep the request's deadline, rate and budget. */
public enum Objective {
    /** Least money. */
    CHEAPEST,
    /** Least time. */
    FASTEST;

    /** The name in files and on the command line, as {@code cheapest}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
