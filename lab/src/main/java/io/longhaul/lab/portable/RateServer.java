package io.longhaul.lab.portable;

import io.longhaul.lab.shape.RateLaw;
import java.util.ArrayDeque;

/**
 * A cap as a server of virtual finish times: data that are taken now leave when all that was taken before, and they
 * themselves, have been served. When the backlog is longer than the queue, streams wait their turn. Confined to the
 * loop's thread.
 */
final class RateServer {
    private final RateLaw law;
    private final double queueNanos;
    private final ArrayDeque<ProxyStream> waiting = new ArrayDeque<>();
    private double freeAt;
    private boolean wakeScheduled;

    RateServer(RateLaw law, double queueNanos) {
        this.law = law;
        this.queueNanos = queueNanos;
    }

    RateLaw law() {
        return law;
    }

    /** Takes data at a time and says when their last bit leaves. */
    double take(int bytes, double now) {
        double start = Math.max(now, freeAt);
        freeAt = start + law.serve(bytes, start);
        return freeAt;
    }

    boolean isFull(double now) {
        return freeAt - now > queueNanos;
    }

    /** When the backlog will be short enough to take more. */
    double acceptsAt() {
        return freeAt - queueNanos;
    }

    /** What one stream may take in its turn: about a millisecond's worth. */
    int quantum(double now) {
        return (int) Math.max(8 << 10, Math.min(64 << 10, law.bytesPerNano(now) * 1e6));
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    void await(ProxyStream stream) {
        waiting.addLast(stream);
    }

    ProxyStream next() {
        return waiting.removeFirst();
    }

    void forget(ProxyStream stream) {
        waiting.remove(stream);
    }

    /** True once between two wake-ups: the caller then schedules one at {@link #acceptsAt()}. */
    boolean claimWake() {
        boolean claimed = !wakeScheduled && hasWaiting();
        wakeScheduled |= claimed;
        return claimed;
    }

    void woken() {
        wakeScheduled = false;
    }
}
