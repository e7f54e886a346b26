package io.longhaul.core.study;

import io.longhaul.core.measure.Measurement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Is a link still what its stored fingerprint says? Immutable.
 *
 * @param verdict over all findings: changed when one changed, undecided when none changed and one is undecided
 * @param findings one a quantity
 * @param took time of the check
 * @param measurements every run
 */
public record FingerprintCheck(Verdict verdict, List<Finding> findings, Duration took, List<Measurement> measurements) {
    /** What a check says. */
    public enum Verdict {
        SAME,
        CHANGED,
        UNDECIDED;

        /** The name in files, as {@code same}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FingerprintCheck {
        findings = List.copyOf(findings);
        measurements = List.copyOf(measurements);
    }

    /**
     * One quantity. Immutable.
     *
     * @param quantity its field in the fingerprint, as {@code base_bandwidth_bps}
     * @param stored value then
     * @param today value now
     * @param verdict whether it moved by more than the tolerance
     * @param samples that were needed
     * @param why one sentence with numbers
     */
    public record Finding(String quantity, double stored, double today, Verdict verdict, int samples, String why) {}

    /** Joins the findings to a verdict. */
    public static FingerprintCheck of(List<Finding> findings, Duration took, List<Measurement> measurements) {
        Verdict verdict = Verdict.SAME;
        for (Finding finding : findings) {
            if (finding.verdict() == Verdict.CHANGED) {
                verdict = Verdict.CHANGED;
            } else if (finding.verdict() == Verdict.UNDECIDED && verdict == Verdict.SAME) {
                verdict = Verdict.UNDECIDED;
            }
        }
        return new FingerprintCheck(findings.isEmpty() ? Verdict.UNDECIDED : verdict, findings, took, measurements);
    }
}
