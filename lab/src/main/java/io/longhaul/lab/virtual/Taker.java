package io.longhaul.lab.virtual;

/** Who takes a part of what resources let through: a flow, or a bundle of flows. Rates in bit/s. Confined to one thread. */
interface Taker {
    /** The resources it uses. */
    Way way();

    /** Its part of what it shares, beside those of others. */
    double weight();

    /** Those of a lower one come first. */
    int rank();

    /** Finds what it would take from now on, in seconds. */
    void look(double now);

    /** What it would take, as of the last look. */
    double demand();

    /** What it would take besides of what all others leave. */
    double extra();
}
