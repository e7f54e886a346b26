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
    private static final Pattern DASHED_ZONE = Pattern.compile("-[a-z]$");

    public SiteId {
        if (!isProvider(provider) || !isName(name)) {
            throw malformed(provider + ":" + name);
        }
    }

    private static boolean isProvider(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isLower(text.charAt(i)) && (i == 0 || !isDigit(text.charAt(i)))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = isLower(c) || isDigit(c) || (c >= 'A' && c <= 'Z');
            if (!letter && (i == 0 || "._-".indexOf(c) < 0)) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
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

    /**
     * Whether this is a place or one of its zones: {@code gcp:us-east1-b} is in {@code gcp:us-east1}, {@code aws:us-east-1a}
     * in {@code aws:us-east-1}.
     */
    public boolean isIn(SiteId place) {
        if (!provider.equals(place.provider) || !name.startsWith(place.name)) {
            return false;
        }
        String rest = name.substring(place.name.length());
        boolean letter =
                rest.length() == 1 && isLower(rest.charAt(0)) && isDigit(place.name.charAt(place.name.length() - 1));
        return rest.isEmpty() || letter || DASHED_ZONE.matcher(rest).matches();
    }

    @Override
    public int compareTo(SiteId other) {
        int byProvider = provider.compareTo(other.provider);
        return byProvider != 0 ? byProvider : name.compareTo(other.name);
    }

    /** Written out, as in {@link Link}: what a record makes of itself is bootstrapped at its first use, which takes long. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SiteId that && provider.equals(that.provider) && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return 31 * provider.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return provider + ":" + name;
    }
}
