package io.longhaul.store.imports;

/**
 * What to take of Skyplane's files. Immutable.
 *
 * @param allTiers whether rows of GCP's standard network tier are taken too; each goes to a campaign named after its
 *     tiers, so that they stay apart from the premium ones
 */
public record SkyplaneOptions(boolean allTiers) {
    /** Premium tier only. */
    public static final SkyplaneOptions DEFAULT = new SkyplaneOptions(false);
}
