package io.longhaul.probes.flow;

import java.util.List;
import java.util.Optional;

/**
 * What has moved since the count of a run began: received by this end, or sent by it and acknowledged by the peer's kernel where that
 * can be known. Immutable.
 *
 * @param streams of this end
 * @param first readings as the streams began to send
 * @param base readings as the count began
 * @param untilAcknowledged whether octets sent count only when acknowledged, and octets received not at all
 */
record MovedOctets(
        List<DataStream> streams, List<StreamReading> first, List<StreamReading> base, boolean untilAcknowledged) {
    /** Octets until these readings. */
    long until(List<StreamReading> now) {
        long moved = 0;
        for (int i = 0; i < now.size(); i++) {
            long counted = now.get(i).bytes() - base.get(i).bytes();
            if (!streams.get(i).isSender()) {
                moved += untilAcknowledged ? 0 : counted;
            } else {
                moved += untilAcknowledged
                        ? Math.min(counted, acknowledged(i, now.get(i)).orElse(counted))
                        : counted;
            }
        }
        return moved;
    }

    /**
     * Acknowledged is what was sent first. The greeting of a connection is acknowledged before its stream begins to send; then
     * comes what was sent before the count, which may still be under way when the count begins.
     */
    private Optional<Long> acknowledged(int place, StreamReading now) {
        return first.get(place)
                .tcp()
                .flatMap(start -> now.tcp()
                        .map(tcp -> Math.max(
                                0,
                                tcp.bytesAcked()
                                        - start.bytesAcked()
                                        - base.get(place).bytes())));
    }
}
