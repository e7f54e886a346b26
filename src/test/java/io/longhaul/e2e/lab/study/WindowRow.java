package io.longhaul.e2e.lab.study;

import io.longhaul.lab.virtual.VirtualLab;
import java.util.List;

/**
 * What decides a row of {@link WindowStudy}. Immutable.
 *
 * @param window of every stream, in the topology's words
 * @param bytes the same
 * @param streams how many
 * @param queue at each cap, in the topology's words
 */
record WindowRow(String window, int bytes, int streams, String queue) {
    static final double CAP = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final String USUAL_QUEUE = "50ms";
    /** Windows above this overflow the usual queue nearly everywhere, so that congestion control decides. */
    private static final int LARGE = 1_000_000;

    static final List<WindowRow> ALL = List.of(
            new WindowRow("393kB", 393_000, 1),
            new WindowRow("393kB", 393_000, 16),
            new WindowRow("701kB", 701_000, 1),
            new WindowRow("701kB", 701_000, 2),
            new WindowRow("701kB", 701_000, 4),
            new WindowRow("701kB", 701_000, 8),
            new WindowRow("701kB", 701_000, 16),
            new WindowRow("7300kB", 7_300_000, 1),
            new WindowRow("7300kB", 7_300_000, 1, "350ms"));

    private WindowRow(String window, int bytes, int streams) {
        this(window, bytes, streams, USUAL_QUEUE);
    }

    /** Whether the window overflows the queue; a queue deep enough leaves window and cap alone to decide. */
    boolean overflows() {
        return bytes > LARGE && queue.equals(USUAL_QUEUE);
    }

    String name() {
        return queue.equals(USUAL_QUEUE) ? "" + streams : streams + ", queue " + queue;
    }

    /** Bit/s of payload. */
    double ideal(int rttMillis) {
        return Math.min(CAP, bytes * 8.0 * streams / (rttMillis / 1e3));
    }
}
