package io.longhaul.lab.faithful;

import io.longhaul.lab.shape.RateLaw;
import io.longhaul.lab.topology.LabLink;
import org.jspecify.annotations.Nullable;

/** One directed link in the emulator: its settings in force and what it did. Confined to the emulator's thread. */
final class LinkState {
    final LabLink settings;
    double oneWayNanos;
    double jitterNanos;
    double loss;

    @Nullable
    RateLaw pathCap;

    private double pathFreeAt;
    double lastArrival;
    long flows;
    long bytesTaken;
    long bytesDelivered;
    long packetsLost;
    long packetsDropped;

    LinkState(LabLink settings) {
        this.settings = settings;
        oneWayNanos = (double) settings.oneWay().toNanos();
        jitterNanos = (double) settings.jitter().toNanos();
        loss = settings.loss();
        settings.pathCap().ifPresent(cap -> pathCap = new RateLaw.Constant(cap));
    }

    /**
     * When a packet has passed the path's cap; positive infinity when it finds the queue there full.
     *
     * @param at when it gets there
     */
    double throughPathCap(int length, double at, double queueNanos) {
        RateLaw cap = pathCap;
        if (cap == null) {
            return at;
        }
        double start = Math.max(at, pathFreeAt);
        if (start - at > queueNanos) {
            return Double.POSITIVE_INFINITY;
        }
        pathFreeAt = start + cap.serve(length, start);
        return pathFreeAt;
    }
}
