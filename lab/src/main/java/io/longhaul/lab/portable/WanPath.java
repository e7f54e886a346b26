package io.longhaul.lab.portable;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.shape.LossWindow;
import org.jspecify.annotations.Nullable;

/**
 * What the streams of one link go through: the caps they share, and the settings in force. Confined to the loop's
 * thread.
 */
final class WanPath {
    final Link link;
    final RateServer egress;
    final RateServer ingress;
    final @Nullable RateServer pathCap;
    private final long windowBytes;
    private final String congestion;
    private double oneWayNanos;
    private double jitterNanos;
    private double loss;
    long streams;
    long bytesTaken;
    long bytesDelivered;

    WanPath(
            Link link,
            RateServer egress,
            RateServer ingress,
            @Nullable RateServer pathCap,
            long windowBytes,
            String congestion) {
        this.link = link;
        this.egress = egress;
        this.ingress = ingress;
        this.pathCap = pathCap;
        this.windowBytes = windowBytes;
        this.congestion = congestion;
    }

    SiteId from() {
        return link.from();
    }

    double oneWayNanos() {
        return oneWayNanos;
    }

    double jitterNanos() {
        return jitterNanos;
    }

    void setOneWayNanos(double nanos) {
        oneWayNanos = nanos;
    }

    void setJitterNanos(double nanos) {
        jitterNanos = nanos;
    }

    void setLoss(double share) {
        loss = share;
    }

    /** What a stream may have in flight: the receiver's window, or what random loss leaves of it. */
    long windowBytes(double roundTripNanos) {
        double lossBound = LossWindow.averageBytes(congestion, loss, roundTripNanos / 1e9);
        return (long) Math.max(LossWindow.MSS, Math.min((double) windowBytes, lossBound));
    }
}
