package io.longhaul.lab.faithful;

/** How late packets were handed over: bins of 10 us up to 50 ms, and the rest. Confined to the emulator's thread. */
final class LatenessHistogram {
    private static final double BIN_NANOS = 10_000;
    private static final int BINS = 5_000;

    private final long[] counts = new long[BINS + 1];
    private long total;
    private double greatest;

    void record(double nanos) {
        int bin = nanos <= 0 ? 0 : (int) Math.min(BINS, nanos / BIN_NANOS);
        counts[bin]++;
        total++;
        greatest = Math.max(greatest, nanos);
    }

    void reset() {
        java.util.Arrays.fill(counts, 0);
        total = 0;
        greatest = 0;
    }

    long total() {
        return total;
    }

    /** Upper edge of the bin that holds a quantile, in milliseconds; 0 when nothing was recorded. */
    double quantileMillis(double share) {
        long rank = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i <= BINS && total > 0; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return i == BINS ? maxMillis() : (i + 1) * BIN_NANOS / 1e6;
            }
        }
        return 0;
    }

    double maxMillis() {
        return greatest / 1e6;
    }
}
