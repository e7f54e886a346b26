package io.longhaul.stats.series;

/**
 * A series changed its level. Immutable.
 *
 * @param index the first sample of the new level
 * @param before median from the previous change to this one, in the unit of the samples
 * @param after median from this change to the next
 */
public record ChangePoint(int index, double before, double after) {

    /** Size of the shift over the larger of the two levels: 0.2 for 10 to 8, and for 8 to 10; zero when both are zero. */
    public double relativeSize() {
        double scale = Math.max(Math.abs(before), Math.abs(after));
        return scale == 0 ? 0 : Math.abs(after - before) / scale;
    }

    public boolean isDrop() {
        return after < before;
    }
}
