package io.longhaul.stats.hypothesis;

/**
 * The outcome of a test. Immutable.
 *
 * @param test its name for a report
 * @param statistic its test statistic
 * @param pValue two-sided unless the test says otherwise, in [0, 1]
 */
public record TestResult(String test, double statistic, double pValue) {
    public TestResult {
        if (!(pValue >= 0 && pValue <= 1)) {
            throw new IllegalArgumentException(test + ": p-value out of range: " + pValue);
        }
    }

    /** Whether the null hypothesis is rejected. */
    public boolean rejectedAt(double alpha) {
        return pValue < alpha;
    }
}
