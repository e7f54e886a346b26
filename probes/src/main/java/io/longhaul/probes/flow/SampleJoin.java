package io.longhaul.probes.flow;

import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;

/** Makes one sample of two successive ones. Stateless. */
final class SampleJoin {
    private SampleJoin() {}

    static EndSample join(EndSample first, EndSample second) {
        return new EndSample(
                first.startNanos(),
                second.endNanos(),
                first.sentBytes() + second.sentBytes(),
                first.receivedBytes() + second.receivedBytes(),
                join(first.tcp(), second.tcp()));
    }

    private static KernelSample join(KernelSample first, KernelSample second) {
        if (!first.isKnown() || !second.isKnown()) {
            return KernelSample.NONE;
        }
        return new KernelSample(
                first.retransmits() + second.retransmits(),
                second.rttMicros(),
                second.congestionWindowBytes(),
                second.minRttMicros(),
                first.busyMicros() + second.busyMicros(),
                first.receiveWindowLimitedMicros() + second.receiveWindowLimitedMicros(),
                first.sendBufferLimitedMicros() + second.sendBufferLimitedMicros(),
                second.deliveryRate(),
                first.bytesAcked() + second.bytesAcked(),
                first.bytesSent() + second.bytesSent(),
                first.bytesRetransmitted() + second.bytesRetransmitted(),
                sum(first.behindMicros(), second.behindMicros()),
                sum(first.dryMicros(), second.dryMicros()));
    }

    /** Of what may be unknown: a sliver in which nobody looked adds nothing. */
    private static long sum(long first, long second) {
        return first < 0 ? second : first + Math.max(0, second);
    }
}
