package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;

/**
 * Is today's level that of the baseline, or has it moved by a given amount? Asked sample by sample, so that a few samples
 * decide when the answer is plain. Immutable; safe from any thread. The samples are fed to a {@link Run}.
 *
 * <p>Two of Wald's sequential probability ratio tests side by side ("Sequential Tests of Statistical Hypotheses", Annals of
 * Mathematical Statistics 16, 1945), one for a shift up and one for a shift down, in normal noise of known spread: each
 * sample adds s (x - baseline) / sd^2 - s^2 / (2 sd^2) to its log likelihood ratio for the shift s. A shift is accepted when
 * its ratio reaches ln((1 - beta) / (alpha / 2)), sameness when both ratios have at some time fallen to ln(beta / (1 - alpha
 * / 2)). A shift of less than half of {@code shift} is more like the baseline and is judged so in the end. For dependent samples give the spread multiplied by the root of
 * how many samples make one independent one.
 *
 * @param baseline level of the stored fingerprint
 * @param standardDeviation of one sample around its level, in the same unit
 * @param shift the smallest change worth an alarm, in the same unit
 * @param falseAlarm probability alpha of calling an unmoved level moved, at most
 * @param miss probability beta of calling a level moved by {@code shift} unmoved, about
 */
public record SequentialTest(double baseline, double standardDeviation, double shift, double falseAlarm, double miss) {
    public SequentialTest {
        if (!(standardDeviation > 0 && shift > 0) || !Double.isFinite(baseline)) {
            throw new IllegalArgumentException(
                    "baseline " + baseline + ", standard deviation " + standardDeviation + ", shift " + shift);
        }
        Samples.requireOpenProbability(falseAlarm, "falseAlarm");
        Samples.requireOpenProbability(miss, "miss");
    }

    /** What the samples so far say. */
    public enum Decision {
        /** More samples are needed. */
        UNDECIDED,
        /** The level is that of the baseline. */
        SAME,
        /** The level is higher by about the shift, or more. */
        HIGHER,
        /** The level is lower by about the shift, or more. */
        LOWER
    }

    /** A test that has seen no sample yet. */
    public Run start() {
        return new Run(this);
    }

    /** The decision on a whole series: the first one reached, or undecided. */
    public Decision judge(double[] samples) {
        Run run = start();
        for (double sample : samples) {
            if (run.add(sample) != Decision.UNDECIDED) {
                break;
            }
        }
        return run.decision();
    }

    /** Samples a shift of exactly {@code shift} takes on average until it is found: Wald's approximation. */
    public double expectedSamplesWhenMoved() {
        double each = shift * shift / (2 * standardDeviation * standardDeviation);
        return Math.max(1, ((1 - miss) * upper() + miss * lower()) / each);
    }

    private double upper() {
        return Math.log((1 - miss) / (falseAlarm / 2));
    }

    private double lower() {
        return Math.log(miss / (1 - falseAlarm / 2));
    }

    /** One test under way; the first decision stands. Confined to one thread. */
    public static final class Run {
        private final SequentialTest test;
        private double up;
        private double down;
        private boolean notUp;
        private boolean notDown;
        private int samples;
        private Decision decision = Decision.UNDECIDED;

        private Run(SequentialTest test) {
            this.test = test;
        }

        /** Takes one finite sample and says what is known with it. */
        public Decision add(double sample) {
            if (!Double.isFinite(sample)) {
                throw new IllegalArgumentException("sample is not finite: " + sample);
            }
            if (decision == Decision.UNDECIDED) {
                samples++;
                double variance = test.standardDeviation * test.standardDeviation;
                double slope = test.shift * (sample - test.baseline) / variance;
                double toll = test.shift * test.shift / (2 * variance);
                up += slope - toll;
                down -= slope + toll;
                decision = decide();
            }
            return decision;
        }

        private Decision decide() {
            if (!notUp && up >= test.upper()) {
                return Decision.HIGHER;
            }
            if (!notDown && down >= test.upper()) {
                return Decision.LOWER;
            }
            notUp |= up <= test.lower();
            notDown |= down <= test.lower();
            return notUp && notDown ? Decision.SAME : Decision.UNDECIDED;
        }

        public Decision decision() {
            return decision;
        }

        /** How many samples the decision took, or were seen so far. */
        public int samples() {
            return samples;
        }
    }
}
