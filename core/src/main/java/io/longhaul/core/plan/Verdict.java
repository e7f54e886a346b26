package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import java.util.Locale;

/** The kind of answer to a slow link, from free to dear. */
public enum Verdict {
    /** Straight between the two sites, one VM at each end, with the streams already in use. */
    DIRECT,
    /** More TCP connections, larger windows or other kernel settings between the same two VMs: free. */
    MORE_STREAMS,
    /** More VMs at the ends: VM-hours, no extra egress. */
    MORE_VMS,
    /** Over another site: egress is paid on every leg. */
    RELAY,
    /** Nothing may be advised on what was measured; never the verdict of a plan. */
    MEASURE_AGAIN;

    /** The name in files, as {@code more-streams}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads the name in files. */
    public static Verdict ofId(String id) {
        for (Verdict verdict : values()) {
            if (verdict.id().equals(id)) {
                return verdict;
            }
        }
        throw new InvalidInputException(
                "The verdict (" + id + ") is not known.",
                "Known are direct, more-streams, more-vms, relay and measure-again.");
    }
}
