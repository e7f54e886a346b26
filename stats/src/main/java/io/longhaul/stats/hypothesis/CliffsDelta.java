package io.longhaul.stats.hypothesis;

/**
 * How far two sets are apart, whatever their units. Immutable.
 *
 * @param value -1 when all of the first lies below the second, 0 when neither wins, 1 when all lies above
 */
public record CliffsDelta(double value) {
    /** In words, by the thresholds 0.147, 0.33 and 0.474 of Romano et al., "Appropriate Statistics for Ordinal Level Data" (2006). */
    public enum Magnitude {
        NEGLIGIBLE,
        SMALL,
        MEDIUM,
        LARGE
    }

    public Magnitude magnitude() {
        double size = Math.abs(value);
        if (size < 0.147) {
            return Magnitude.NEGLIGIBLE;
        }
        if (size < 0.33) {
            return Magnitude.SMALL;
        }
        return size < 0.474 ? Magnitude.MEDIUM : Magnitude.LARGE;
    }
}
