package io.longhaul.probes.server;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.wire.RefusalCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Says when what a client has must end: when more octets came and went within five seconds than the rate allows, when all of
 * them are more than the volume, or when there were none for long. Confined to one thread.
 */
final class RunGuard {
    private static final long RATE_WINDOW_NANOS = 5_000_000_000L;
    private static final double BITS_PER_OCTET_AND_NANO = 8e9;

    private final AgentLimits limits;
    private final long idleNanos;

    /** The first is five seconds old or more, or the start; all others are younger. */
    private final Deque<Point> window = new ArrayDeque<>();

    private Point lastMove;

    private record Point(long nanos, long octets) {}

    /**
     * @param idle how long nothing may move
     * @param startNanos when nothing had moved yet, on a monotonic clock
     */
    RunGuard(AgentLimits limits, Duration idle, long startNanos) {
        this.limits = limits;
        this.idleNanos = idle.toNanos();
        this.lastMove = new Point(startNanos, 0);
        window.add(lastMove);
    }

    /**
     * Why it must end; empty while it may go on.
     *
     * @param now on the clock of the start
     * @param octets of both directions together, from the start on
     */
    Optional<RefusalCode> observe(long now, long octets) {
        var point = new Point(now, octets);
        window.add(point);
        while (window.size() > 1 && isOldEnough(second(), now)) {
            window.removeFirst();
        }
        if (octets != lastMove.octets()) {
            lastMove = point;
        }
        if (isTooMuch(octets) || isTooFast(point)) {
            return Optional.of(RefusalCode.TOTAL_RATE);
        }
        return now - lastMove.nanos() >= idleNanos ? Optional.of(RefusalCode.NO_DATA) : Optional.empty();
    }

    private Point second() {
        var points = window.iterator();
        points.next();
        return points.next();
    }

    private static boolean isOldEnough(Point point, long now) {
        return now - point.nanos() >= RATE_WINDOW_NANOS;
    }

    private boolean isTooMuch(long octets) {
        return limits.volume()
                .map(DataSize::bytes)
                .filter(most -> octets > most)
                .isPresent();
    }

    /** What was before the start counts as five seconds of nothing, so that a burst is seen at once. */
    private boolean isTooFast(Point last) {
        Point first = window.getFirst();
        long span = Math.max(RATE_WINDOW_NANOS, last.nanos() - first.nanos());
        double rate = (last.octets() - first.octets()) * BITS_PER_OCTET_AND_NANO / span;
        return limits.rate().filter(most -> rate > most.bitsPerSecond()).isPresent();
    }
}
