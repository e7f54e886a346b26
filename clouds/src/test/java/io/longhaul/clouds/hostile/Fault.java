package io.longhaul.clouds.hostile;

/** What can go wrong with one call. */
public enum Fault {
    NONE,
    /** Refused for too many calls; not done. */
    THROTTLED,
    /** 503; not done. */
    UNAVAILABLE,
    /** 503, and done. */
    UNAVAILABLE_AFTER,
    /** Done, and the answer is lost. */
    ANSWER_LOST,
    /** Neither done nor answered. */
    REQUEST_LOST,
    /** Delivered twice; the second answer counts. */
    DELIVERED_TWICE,
    /** The list of half a minute ago. */
    STALE_LIST,
    CREDENTIALS_EXPIRED
}
