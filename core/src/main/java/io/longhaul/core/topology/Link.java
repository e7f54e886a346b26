package io.longhaul.core.topology;

import io.longhaul.core.error.InvalidInputException;
import java.util.regex.Pattern;

/**
 * A directed pair of different sites. The two directions are two links: no symmetry is assumed. A pair may have further
 * links of another class, as a standard network tier, an interconnect or a peering. Immutable.
 *
 * @param from where data leaves
 * @param to where data arrives
 * @param linkClass lower-case letters, digits and hyphens; empty for the usual link of the pair
 */
public record Link(SiteId from, SiteId to, String linkClass) implements Comparable<Link> {
    private static final Pattern CLASS = Pattern.compile("[a-z0-9-]{0,40}");

    public Link {
        if (!linkClass.isEmpty() && !CLASS.matcher(linkClass).matches()) {
            throw new InvalidInputException(
                    "The link class (" + linkClass + ") is not of lower-case letters, digits and hyphens.",
                    "Write it like interconnect, or leave it out for the usual link.");
        }
        if (from.equals(to)) {
            throw new InvalidInputException(
                    "The link from " + from + " to " + to + " starts and ends at the same site.",
                    "Name two different sites.");
        }
    }

    /** The usual link of a pair. */
    public Link(SiteId from, SiteId to) {
        this(from, to, "");
    }

    public static Link between(String from, String to) {
        return new Link(SiteId.parse(from), SiteId.parse(to));
    }

    public Link reversed() {
        return new Link(to, from, linkClass);
    }

    @Override
    public int compareTo(Link other) {
        int byFrom = from.compareTo(other.from);
        int byPair = byFrom != 0 ? byFrom : to.compareTo(other.to);
        return byPair != 0 ? byPair : linkClass.compareTo(other.linkClass);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Link that
                && from.equals(that.from)
                && to.equals(that.to)
                && linkClass.equals(that.linkClass);
    }

    /**
     * Factors that names numbered one after the other do not cancel: with 31 the million links among sites r0 to r999 share
     * 61,520 places of a table, up to 91 of them one.
     */
    @Override
    public int hashCode() {
        return 0x9e3779b1 * (0x85ebca6b * from.hashCode() + to.hashCode()) + linkClass.hashCode();
    }

    @Override
    public String toString() {
        return from + " -> " + to + (linkClass.isEmpty() ? "" : " (" + linkClass + ")");
    }
}
