package io.longhaul.core.topology;

import io.longhaul.core.error.InvalidInputException;
import java.util.regex.Pattern;

/**
 * A place VMs run in: {@code provider:region} or {@code provider:region-zone}, as {@code aws:us-east-1} or
 * {@code gcp:us-east1-b}. Immutable; ordered by its text.
 *
 * @param provider lower-case letters and digits, as {@code aws}
 * @param name the provider's own name of the region or zone
 */
public record SiteId(String provider, String name) implements Comparable<SiteId> {
    private static final Pattern PROVIDER = Pattern.compile("[a-z][a-z0-9]*");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]*");
    private static final Pattern DASHED_ZONE = Pattern.compile("-[a-z]$");

    public SiteId {
        if (!PROVIDER.matcher(provider).matches() || !NAME.matcher(name).matches()) {
            throw malformed(provider + ":" + name);
        }
    }

    /**
     * Reads {@code provider:region[-zone]}.
     *
     * @throws InvalidInputException when the text is not of that form
     */
    public static SiteId parse(String text) {
        String stripped = text.strip();
        int colon = stripped.indexOf(':');
        if (colon < 0) {
            throw malformed(stripped);
        }
        return new SiteId(stripped.substring(0, colon), stripped.substring(colon + 1));
    }

    private static InvalidInputException malformed(String text) {
        String advice = text.contains(":") || text.isEmpty()
                ? "Write it like aws:us-east-1."
                : "Maybe you meant aws:" + text + ", azure:" + text + " or gcp:" + text + "?";
        return new InvalidInputException("The site (" + text + ") is not of the form provider:region.", advice);
    }

    /** This site without the zone letter of a Google-style name: {@code gcp:us-east1-b} gives {@code gcp:us-east1}. */
    public SiteId withoutZone() {
        return new SiteId(provider, DASHED_ZONE.matcher(name).replaceFirst(""));
    }

    @Override
    public int compareTo(SiteId other) {
        int byProvider = provider.compareTo(other.provider);
        return byProvider != 0 ? byProvider : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return provider + ":" + name;
    }
}
