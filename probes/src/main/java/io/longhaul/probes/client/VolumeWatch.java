package io.longhaul.probes.client;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * Tells when a volume has moved since the count began: received by this end, or sent by it and acknowledged by the peer's kernel where
 * that can be known. Looks every few milliseconds. Confined to the home loop.
 */
final class VolumeWatch {
    private static final long PERIOD_MILLIS = 5;

    private final EventLoop home;
    private final StreamSet streams;
    private final TransferRun run;
    private final long volume;
    private final boolean untilAcknowledged;
    private final Runnable reached;

    /**
     * @param run of the streams
     * @param untilAcknowledged whether octets sent count only when acknowledged
     * @param reached called once, unless the loop ends first
     */
    VolumeWatch(
            EventLoop home,
            StreamSet streams,
            TransferRun run,
            DataSize volume,
            boolean untilAcknowledged,
            Runnable reached) {
        this.home = home;
        this.streams = streams;
        this.run = run;
        this.volume = volume.bytes();
        this.untilAcknowledged = untilAcknowledged;
        this.reached = reached;
    }

    /** Once the run counts. */
    void look() {
        run.moved(untilAcknowledged, moved -> {
            if (moved >= volume) {
                reached.run();
            } else if (streams.streams().get(0).channel().isOpen()) {
                home.schedule(this::look, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }
}
