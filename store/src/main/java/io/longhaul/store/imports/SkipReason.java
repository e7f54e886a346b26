package io.longhaul.store.imports;

/** Why a row of a foreign file did not become a measurement or a price. */
public enum SkipReason {
    OTHER_TIER("network tier other than premium"),
    SAME_SITE("source and destination are the same site"),
    NO_TRUSTED_RTT("no trustworthy round-trip time in the row"),
    NO_VALUE("neither a rate nor a round-trip time in the row"),
    NOT_A_SITE("destination is not a site (internet)"),
    ALREADY_IMPORTED("already in the log");

    private final String words;

    SkipReason(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
