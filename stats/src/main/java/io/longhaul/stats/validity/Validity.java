package io.longhaul.stats.validity;

import io.longhaul.stats.hypothesis.TestResult;
import java.util.List;

/**
 * Whether the samples of a series may be summarised by an interval, with the evidence. Immutable.
 *
 * @param verdict what to do
 * @param tests every test that was run, in order
 * @param reason one sentence for a report
 */
public record Validity(Verdict verdict, List<TestResult> tests, String reason) {
    /** What the tests allow. */
    public enum Verdict {
        /** Fewer than ten samples: nothing could be tested, independence is taken on trust. */
        UNTESTED,
        /** Nothing speaks against independent samples of one distribution. */
        INDEPENDENT,
        /** One distribution, but neighbours resemble each other: count effective samples. */
        DEPENDENT,
        /** The distribution moves while it is sampled: no interval is sound. */
        NOT_STATIONARY
    }

    public Validity {
        tests = List.copyOf(tests);
    }

    public boolean allowsInterval() {
        return verdict != Verdict.NOT_STATIONARY;
    }
}
