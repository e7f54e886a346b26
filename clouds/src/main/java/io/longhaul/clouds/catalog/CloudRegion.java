package io.longhaul.clouds.catalog;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.util.List;
import java.util.Optional;

/**
 * A region as its cloud lists it. Immutable.
 *
 * @param site its id
 * @param name the cloud's name of it for people; the id again where there is none
 * @param open whether the account may use it
 * @param zones the cloud's names of its zones, in order; empty where it has none, or does not list them
 * @param point where it is; empty on the clouds that do not say
 * @param origin where this comes from
 */
public record CloudRegion(
        SiteId site, String name, boolean open, List<String> zones, Optional<Point> point, Origin origin) {
    public CloudRegion {
        zones = zones.stream().sorted().toList();
    }

    /** The place that a cloud calls by a name; empty when no place can have such a name. */
    public static Optional<SiteId> place(String provider, String name) {
        try {
            return Optional.of(new SiteId(provider, name));
        } catch (InvalidInputException none) {
            return Optional.empty();
        }
    }

    /**
     * A place on the earth. Immutable.
     *
     * @param latitude degrees north
     * @param longitude degrees east
     */
    public record Point(double latitude, double longitude) {}
}
