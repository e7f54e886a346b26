package io.longhaul.lab.faithful;

import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.shape.BucketLaw;
import io.longhaul.lab.shape.RateLaw;
import io.longhaul.lab.topology.LabSite;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One VM in the emulator: its caps in force. Confined to the emulator's thread. */
final class SiteState {
    final LabSite settings;
    final double queueNanos;
    final RateLaw egress;
    final RateLaw ingress;
    final @Nullable BucketLaw bucket;
    final Deque<CreditLevel> levels = new ArrayDeque<>();

    /** Octets per nanosecond of one flow; infinite without a flow cap. */
    double flowBytesPerNano;

    double egressFreeAt;
    double ingressFreeAt;

    SiteState(LabSite settings) {
        this.settings = settings;
        queueNanos = (double) settings.queue().toNanos();
        bucket = settings.caps().egressBucket().map(BucketLaw::new).orElse(null);
        egress = bucket != null ? bucket : new RateLaw.Constant(settings.caps().egress());
        ingress = new RateLaw.Constant(settings.caps().ingress());
        flowBytesPerNano = settings.caps().perFlow().map(RateLaw::bytesPerNano).orElse(Double.POSITIVE_INFINITY);
    }
}
