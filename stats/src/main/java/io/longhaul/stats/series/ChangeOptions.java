package io.longhaul.stats.series;

/**
 * What counts as a change of level. Immutable.
 *
 * @param minSegment the least samples at a level
 * @param minRelativeSize the smallest {@link ChangePoint#relativeSize} reported
 * @param penaltyFactor penalty of one change in units of long-run variance times ln n; 2 is the Schwarz criterion, 3 and
 *     more trade small shifts for fewer false alarms
 */
public record ChangeOptions(int minSegment, double minRelativeSize, double penaltyFactor) {
    /** At least five samples, a tenth of the level, penalty 4 sigma^2 ln n. */
    public static final ChangeOptions DEFAULT = new ChangeOptions(5, 0.1, 4);

    public ChangeOptions {
        if (minSegment < 1 || !(minRelativeSize >= 0) || !(penaltyFactor > 0)) {
            throw new IllegalArgumentException("change options: minimum segment " + minSegment + ", minimum size "
                    + minRelativeSize + ", penalty factor " + penaltyFactor);
        }
    }
}
