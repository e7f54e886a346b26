package io.longhaul.probes.wire;

import java.util.Locale;

/** What a Longhaul client may ask an agent for. */
public enum Service {
    /** A throughput test; the request is its parameters. */
    TEST,
    /** Every octet comes back; the request is empty. */
    ECHO,
    /** The tests that run are told, or one is ended; the request says which. For coordinators only. */
    ADMIN;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
