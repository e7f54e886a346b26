package io.longhaul.core.plan;

/** What a plan minimises among all that keep the request's deadline, rate and budget. */
public enum Objective {
    /** Least money. */
    CHEAPEST,
    /** Least time. */
    FASTEST;
}
