package io.longhaul.probes.server;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.RefusalCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Watches the series of a running test and says when it must end. Confined to the test's loop. */
final class RunGuard {
    private static final long RATE_WINDOW_NANOS = 5_000_000_000L;
    private static final long IDLE_NANOS = 60_000_000_000L;
    private static final double BITS_PER_OCTET_AND_NANO = 8e9;

    private final AgentLimits limits;
    private final Deque<EndSample> window = new ArrayDeque<>();
    private long windowBytes;
    private long totalBytes;
    private long idleSince;

    RunGuard(AgentLimits limits) {
        this.limits = limits;
    }

    /** Why the test must end; empty while it may go on. */
    Optional<RefusalCode> observe(EndSample sample) {
        long bytes = sample.sentBytes() + sample.receivedBytes();
        totalBytes += bytes;
        windowBytes += bytes;
        window.add(sample);
        while (sample.endNanos() - window.getFirst().endNanos() >= RATE_WINDOW_NANOS) {
            EndSample old = window.removeFirst();
            windowBytes -= old.sentBytes() + old.receivedBytes();
        }
        if (bytes > 0) {
            idleSince = sample.endNanos();
        }
        if (limits.volume()
                        .map(DataSize::bytes)
                        .filter(most -> totalBytes > most)
                        .isPresent()
                || isTooFast(sample)) {
            return Optional.of(RefusalCode.TOTAL_RATE);
        }
        return sample.endNanos() - idleSince >= IDLE_NANOS ? Optional.of(RefusalCode.NO_DATA) : Optional.empty();
    }

    private boolean isTooFast(EndSample sample) {
        long span = sample.endNanos() - window.getFirst().startNanos();
        if (limits.rate().isEmpty() || span < RATE_WINDOW_NANOS) {
            return false;
        }
        return windowBytes * BITS_PER_OCTET_AND_NANO / span
                > limits.rate().get().bitsPerSecond();
    }
}
