package io.longhaul.cli.report;

/**
 * Where a site is on the globe. Immutable.
 *
 * @param name for people, as {@code Cape Town}
 * @param latitude degrees north, -90 to 90
 * @param longitude degrees east, -180 to 180
 */
public record Place(String name, double latitude, double longitude) {
    public Place {
        if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
            throw new IllegalArgumentException("not on the globe: " + latitude + ", " + longitude);
        }
    }
}
