package io.longhaul.probes.spec;

import java.util.Locale;

/** What the peer understands. */
public enum Protocol {
    /** Longhaul's agent: both ends' series, many connections opened at once. */
    LONGHAUL,
    /** Any iperf3 server. */
    IPERF3;

    /** The name in files and on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
