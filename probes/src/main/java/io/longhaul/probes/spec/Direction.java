package io.longhaul.probes.spec;

/** Who sends. */
public enum Direction {
    /** The probing end sends to the agent. */
    FORWARD,
    /** The agent sends to the probing end. */
    REVERSE,
    /** Both send at once, on separate connections. */
    BIDIRECTIONAL
}
