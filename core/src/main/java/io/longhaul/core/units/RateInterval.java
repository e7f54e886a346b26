package io.longhaul.core.units;

/**
 * A confidence interval of a rate. Immutable.
 *
 * @param low lower end
 * @param high upper end, not below {@code low}
 * @param level confidence in (0, 1), as 0.95
 */
public record RateInterval(Bandwidth low, Bandwidth high, double level) {
    public RateInterval {
        if (low.compareTo(high) > 0 || !(level > 0 && level < 1)) {
            throw new IllegalArgumentException("not an interval: " + low + " to " + high + " at " + level);
        }
    }
}
