package io.longhaul.core.topology;

import io.longhaul.core.error.InvalidInputException;

/**
 * A directed pair of different sites. The two directions are two links: no symmetry is assumed. Immutable.
 *
 * @param from where data leaves
 * @param to where data arrives
 */
public record Link(SiteId from, SiteId to) implements Comparable<Link> {
    public Link {
        if (from.equals(to)) {
            throw new InvalidInputException(
                    "The link from " + from + " to " + to + " starts and ends at the same site.",
                    "Name two different sites.");
        }
    }

    public static Link between(String from, String to) {
        return new Link(SiteId.parse(from), SiteId.parse(to));
    }

    public Link reversed() {
        return new Link(to, from);
    }

    @Override
    public int compareTo(Link other) {
        int byFrom = from.compareTo(other.from);
        return byFrom != 0 ? byFrom : to.compareTo(other.to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Link that && from.equals(that.from) && to.equals(that.to);
    }

    @Override
    public int hashCode() {
        return 31 * from.hashCode() + to.hashCode();
    }

    @Override
    public String toString() {
        return from + " -> " + to;
    }
}
