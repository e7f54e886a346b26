package io.longhaul.probes.flow;

import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.List;

/** Adds the readings of all streams up to one sample of the end. Stateless. */
final class SampleBuilder {
    private SampleBuilder() {}

    /**
     * @param streams whose readings these are
     * @param before at the start of the interval
     * @param after at its end
     * @param startNanos of the interval, from the start of the count
     * @param endNanos of the interval
     */
    static EndSample between(
            List<DataStream> streams,
            List<StreamReading> before,
            List<StreamReading> after,
            long startNanos,
            long endNanos) {
        long sent = 0;
        long received = 0;
        var kernel = new KernelSum();
        for (int i = 0; i < streams.size(); i++) {
            long bytes = after.get(i).bytes() - before.get(i).bytes();
            if (streams.get(i).isSender()) {
                sent += bytes;
                kernel.add(before.get(i), after.get(i));
            } else {
                received += bytes;
            }
        }
        return new EndSample(startNanos, endNanos, sent, received, kernel.sample());
    }

    /** Confined to one call. */
    private static final class KernelSum {
        private int streams;
        private long retransmits;
        private long rtt;
        private long congestionWindow;
        private long minRtt = Long.MAX_VALUE;
        private long busy;
        private long receiveWindowLimited;
        private long sendBufferLimited;
        private long deliveryRate;
        private long acked;
        private long sent;
        private long sentAgain;

        void add(StreamReading before, StreamReading after) {
            if (before.tcp().isEmpty() || after.tcp().isEmpty()) {
                return;
            }
            TcpInfo from = before.tcp().get();
            TcpInfo to = after.tcp().get();
            streams++;
            retransmits += to.retransmits() - from.retransmits();
            rtt += to.rttMicros();
            congestionWindow += to.congestionWindowBytes();
            if (to.knowsMinRtt()) {
                minRtt = Math.min(minRtt, to.minRttMicros());
            }
            busy += to.busyMicros() - from.busyMicros();
            receiveWindowLimited += to.receiveWindowLimitedMicros() - from.receiveWindowLimitedMicros();
            sendBufferLimited += to.sendBufferLimitedMicros() - from.sendBufferLimitedMicros();
            deliveryRate += to.deliveryRate();
            acked += after.delivered() - before.delivered();
            sent += to.bytesSent() - from.bytesSent();
            sentAgain += to.bytesRetransmitted() - from.bytesRetransmitted();
        }

        KernelSample sample() {
            if (streams == 0) {
                return KernelSample.NONE;
            }
            return new KernelSample(
                    retransmits,
                    rtt / streams,
                    congestionWindow,
                    minRtt == Long.MAX_VALUE ? 0 : minRtt,
                    busy,
                    receiveWindowLimited,
                    sendBufferLimited,
                    deliveryRate,
                    acked,
                    sent,
                    sentAgain);
        }
    }
}
