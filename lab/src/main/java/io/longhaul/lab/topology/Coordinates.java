package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import java.time.Duration;

/**
 * A point on the globe. Immutable.
 *
 * @param latitude degrees north, -90 to 90
 * @param longitude degrees east, -180 to 180
 */
public record Coordinates(double latitude, double longitude) {
    private static final double EARTH_RADIUS_KM = 6371.0088;

    /** Light in fibre: the speed of light over a refractive index of about 1.5. */
    static final double FIBRE_KM_PER_MS = 200;

    public Coordinates {
        if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
            throw new InvalidInputException(
                    "The location [" + latitude + ", " + longitude + "] is not on the globe.",
                    "Write [latitude, longitude] in degrees, latitude within 90 and longitude within 180.");
        }
    }

    /** The great-circle distance by the haversine formula, on a sphere of the earth's mean radius. */
    public double kilometresTo(Coordinates other) {
        double phi = Math.toRadians(latitude);
        double otherPhi = Math.toRadians(other.latitude);
        double halfDeltaPhi = (otherPhi - phi) / 2;
        double halfDeltaLambda = Math.toRadians(other.longitude - longitude) / 2;
        double sinPhi = Math.sin(halfDeltaPhi);
        double sinLambda = Math.sin(halfDeltaLambda);
        double haversine = sinPhi * sinPhi + Math.cos(phi) * Math.cos(otherPhi) * sinLambda * sinLambda;
        return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
    }

    /**
     * The one-way delay of a fibre along the great circle.
     *
     * @param stretch how much longer the real path is; 1.8 is the median of the public round-trip times of 2022-04
     */
    public Duration oneWayDelayTo(Coordinates other, double stretch) {
        return Duration.ofNanos(Math.round(kilometresTo(other) / FIBRE_KM_PER_MS * stretch * 1e6));
    }
}
