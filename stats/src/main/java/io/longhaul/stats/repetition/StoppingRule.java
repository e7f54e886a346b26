package io.longhaul.stats.repetition;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Refused;
import io.longhaul.stats.Samples;
import io.longhaul.stats.validity.SoundInterval;
import io.longhaul.stats.validity.Validity;
import io.longhaul.stats.validity.ValidityCheck;
import java.util.Locale;

/**
 * Tells a running campaign cell whether to repeat once more: CONFIRM as a stopping rule. Immutable; safe from any thread.
 *
 * <p>Stops when the sound interval of the median lies within the tolerance, and that of the 90th percentile within its own
 * as soon as it exists (29 samples at 95 %). Never before ten samples, nor when the samples may not be summarised at all:
 * then more of the same would not help, and it says so.
 *
 * @param tolerance largest distance of an end of the median's interval, as a share of the median
 * @param tailTolerance the same for the 90th percentile; infinite to leave it out
 * @param level confidence of both intervals
 * @param least samples before which it never stops, at least ten
 * @param most samples after which it always stops
 */
public record StoppingRule(double tolerance, double tailTolerance, double level, int least, int most) {
    private static final int NEVER_BEFORE = 10;

    public StoppingRule {
        if (!(tolerance > 0) || !(tailTolerance > 0) || least < NEVER_BEFORE || most < least) {
            throw new IllegalArgumentException("stopping rule: tolerance " + tolerance + ", tail tolerance "
                    + tailTolerance + ", least " + least + ", most " + most);
        }
        Samples.requireOpenProbability(level, "level");
    }

    /** Median and 90th percentile within the tolerance at 95 %, ten samples or more. */
    public static StoppingRule within(double tolerance, int most) {
        return new StoppingRule(tolerance, tolerance, 0.95, NEVER_BEFORE, most);
    }

    /** What to do next. */
    public enum Decision {
        REPEAT,
        CONVERGED,
        EXHAUSTED,
        NOT_STATIONARY
    }

    /**
     * A decision and its reason in one sentence.
     *
     * @param median the interval of the median so far, or why there is none
     */
    public record Advice(Decision decision, IntervalResult median, String reason) {
        public boolean stop() {
            return decision != Decision.REPEAT;
        }
    }

    /** Advises on the samples so far, in the order measured. */
    public Advice advise(double[] series) {
        if (series.length < least) {
            var few = new NotEnough(series.length, least);
            return new Advice(series.length >= most ? Decision.EXHAUSTED : Decision.REPEAT, few, few.reason());
        }
        Validity validity = ValidityCheck.standard().judge(series);
        IntervalResult median = SoundInterval.quantile(series, 0.5, level, validity);
        if (!validity.allowsInterval()) {
            return new Advice(Decision.NOT_STATIONARY, median, validity.reason());
        }
        String open = median.fold(
                interval -> open("median", interval, Quantiles.median(series), tolerance),
                NotEnough::reason,
                Refused::reason);
        if (open.isEmpty()) {
            open = SoundInterval.quantile(series, 0.9, level, validity)
                    .fold(
                            interval -> open("90th percentile", interval, Quantiles.of(series, 0.9), tailTolerance),
                            few -> "",
                            Refused::reason);
        }
        if (open.isEmpty()) {
            return new Advice(Decision.CONVERGED, median, "the interval lies within the tolerance");
        }
        return new Advice(series.length >= most ? Decision.EXHAUSTED : Decision.REPEAT, median, open);
    }

    private static String open(String name, Interval interval, double estimate, double tolerance) {
        double error = interval.relativeError(estimate);
        return error <= tolerance
                ? ""
                : String.format(
                        Locale.ROOT,
                        "the interval of the %s reaches %.2g %% away, %.2g %% is asked for",
                        name,
                        100 * error,
                        100 * tolerance);
    }
}
