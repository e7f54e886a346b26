package io.longhaul.probes.wire;

import java.util.Locale;

/** What an agent offers besides throughput tests. */
public enum Service {
    /** Every octet comes back. */
    ECHO;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
