package io.longhaul.stats.series;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;

/**
 * Watches a series for a shift of its mean, sample by sample: two-sided CUSUM. Confined to one thread.
 *
 * <p>S+ = max(0, S+ + x - mean - k), and likewise S- below; an alarm is raised when either exceeds h. With k half the
 * shift to find and h of four to five standard deviations it is near optimal (Page, "Continuous Inspection Schemes",
 * Biometrika 41, 1954; Montgomery, "Introduction to Statistical Quality Control", ch. 9). After an alarm the state stays
 * until {@link #restart}.
 */
public final class Cusum {
    private double mean;
    private final double slack;
    private final double threshold;
    private double up;
    private double down;
    private long seen;
    private long upSince;
    private long downSince;
    private Signal signal = Signal.NONE;

    /** What the last sample told. */
    public enum Signal {
        NONE,
        UP,
        DOWN
    }

    /**
     * A detector around a known level.
     *
     * @param mean the level before the shift
     * @param slack k, in the unit of the samples: half the smallest shift worth finding
     * @param threshold h, in the unit of the samples
     */
    public Cusum(double mean, double slack, double threshold) {
        if (!(Double.isFinite(mean) && slack >= 0 && threshold > 0)) {
            throw new IllegalArgumentException("CUSUM of mean " + mean + ", k " + slack + ", h " + threshold);
        }
        this.mean = mean;
        this.slack = slack;
        this.threshold = threshold;
    }

    /**
     * A detector that learns level and noise from a steady stretch: its median, and the larger of its long-run and
     * point-to-point noise, with k half the shift asked for (but never below half the noise) and h five times the noise.
     *
     * @param smallestShift the smallest shift to find, as a share of the level, such as 0.2
     */
    public static Cusum learned(double[] steady, double smallestShift) {
        double level = Quantiles.median(Samples.requireFinite(steady, 10));
        double sigma = Math.max(NoiseScale.of(steady).longRun(), Math.ulp(level));
        double slack = Math.max(smallestShift * Math.abs(level) / 2, sigma / 2);
        return new Cusum(level, slack, 5 * sigma);
    }

    /** Takes the next sample and tells whether the mean has shifted. */
    public Signal add(double sample) {
        if (!Double.isFinite(sample)) {
            throw new IllegalArgumentException("sample is not a finite number: " + sample);
        }
        if (signal == Signal.NONE) {
            up = Math.max(0, up + sample - mean - slack);
            down = Math.max(0, down + mean - sample - slack);
            if (up == 0) {
                upSince = seen + 1;
            }
            if (down == 0) {
                downSince = seen + 1;
            }
            if (down > threshold && down >= up) {
                signal = Signal.DOWN;
            } else if (up > threshold) {
                signal = Signal.UP;
            }
        }
        seen++;
        return signal;
    }

    /** After an alarm, the index (from zero, since the start or the last restart) of the first sample of the new level. */
    public long changedAt() {
        if (signal == Signal.NONE) {
            throw new IllegalStateException("no alarm yet");
        }
        return signal == Signal.UP ? upSince : downSince;
    }

    /** Forgets the alarm and watches around a new level; indices start again from zero. */
    public void restart(double newMean) {
        mean = newMean;
        up = 0;
        down = 0;
        seen = 0;
        upSince = 0;
        downSince = 0;
        signal = Signal.NONE;
    }
}
