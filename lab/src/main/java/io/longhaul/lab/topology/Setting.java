package io.longhaul.lab.topology;

/**
 * A setting that may change while a lab runs. Its value is a {@code double}: bit/s for rates, seconds for times, a
 * share for loss, octets for credit.
 */
public enum Setting {
    EGRESS("egress", Kind.RATE, true),
    INGRESS("ingress", Kind.RATE, true),
    PER_FLOW("per_flow", Kind.RATE, true),
    /** What is left in the token bucket; set once, at its time. */
    CREDIT("credit", Kind.SIZE, true),
    PATH_CAP("path_cap", Kind.RATE, false),
    ONE_WAY("one_way", Kind.TIME, false),
    LOSS("loss", Kind.SHARE, false),
    JITTER("jitter", Kind.TIME, false);

    /** How the value is written. */
    enum Kind {
        RATE,
        SIZE,
        TIME,
        SHARE
    }

    private final String key;
    private final Kind kind;
    private final boolean ofSite;

    Setting(String key, Kind kind, boolean ofSite) {
        this.key = key;
        this.kind = kind;
        this.ofSite = ofSite;
    }

    /** Its name in a topology file. */
    public String key() {
        return key;
    }

    Kind kind() {
        return kind;
    }

    /** Whether it belongs to a site's VM; otherwise to a link. */
    public boolean isOfSite() {
        return ofSite;
    }
}
