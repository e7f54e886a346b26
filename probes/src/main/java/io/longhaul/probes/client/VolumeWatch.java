package io.longhaul.probes.client;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.flow.StreamReading;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.net.TcpInfo;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tells when a volume has moved: received by this end, or sent by it and acknowledged by the peer's kernel where that can
 * be known. Looks every few milliseconds. Confined to the home loop.
 */
final class VolumeWatch {
    private static final long PERIOD_MILLIS = 5;

    private final EventLoop home;
    private final StreamSet streams;
    private final long volume;
    private final boolean untilAcknowledged;
    private final Runnable reached;

    /**
     * @param untilAcknowledged whether octets sent count only when acknowledged
     * @param reached called once, unless the loop ends first
     */
    VolumeWatch(EventLoop home, StreamSet streams, DataSize volume, boolean untilAcknowledged, Runnable reached) {
        this.home = home;
        this.streams = streams;
        this.volume = volume.bytes();
        this.untilAcknowledged = untilAcknowledged;
        this.reached = reached;
    }

    void start() {
        streams.read(base -> look(base));
    }

    private void look(List<StreamReading> base) {
        streams.read(now -> {
            long moved = 0;
            for (int i = 0; i < now.size(); i++) {
                moved += moved(base.get(i), now.get(i), streams.streams().get(i).isSender());
            }
            if (moved >= volume) {
                reached.run();
            } else if (streams.streams().get(0).channel().isOpen()) {
                home.schedule(() -> look(base), PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }

    private long moved(StreamReading base, StreamReading now, boolean sender) {
        if (!sender) {
            return untilAcknowledged ? 0 : now.bytes();
        }
        Optional<Long> acknowledged = acknowledged(base, now);
        return untilAcknowledged && acknowledged.isPresent() ? acknowledged.get() : now.bytes();
    }

    /** The greeting of a connection is acknowledged before its stream begins to send. */
    private static Optional<Long> acknowledged(StreamReading base, StreamReading now) {
        return base.tcp()
                .flatMap(before -> now.tcp().map(TcpInfo::bytesAcked).map(acked -> {
                    long total = acked - before.bytesAcked() + base.bytes();
                    return Math.min(total, now.bytes());
                }));
    }
}
