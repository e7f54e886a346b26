package io.longhaul.probes.client;

import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Times TCP handshakes, one new connection after another; any listening port will do. The clock starts at the call to
 * connect and stops when the kernel says the connection is there. Confined to its home loop.
 */
final class ConnectLatency extends LatencySession {
    private final Connector connector;
    private final KernelRtts timed = new KernelRtts();
    private long refused;
    private long decided;

    ConnectLatency(ProberContext prober, ProbeTarget target, LatencySpec spec, CompletableFuture<Measurement> result) {
        super(prober, target, spec, result);
        this.connector = new Connector(prober.loops(), spec.timeouts().answer());
    }

    @Override
    void start() {
        home.execute(this::sendProbe);
    }

    @Override
    void sendProbe() {
        countSent();
        var stopwatch = new Stopwatch();
        connector.connect(home, address, SocketTuning.NONE, stopwatch).whenComplete((channel, failure) -> {
            decided++;
            if (failure == null) {
                answered(channel, stopwatch);
            } else if (ConnectFailure.of(failure, peer()).reason() == FailureReason.TIMED_OUT) {
                next();
            } else {
                refused++;
                failedConnect(failure);
            }
        });
    }

    private void answered(Channel channel, Stopwatch stopwatch) {
        if (!isOver()) {
            recorder.record(prober.nanoClock().getAsLong() - stopwatch.began);
            timed.add(channel);
        }
        channel.close();
        next();
    }

    /** The first probe refused says there is nothing to measure; a later one is a probe lost. */
    private void failedConnect(Throwable failure) {
        if (refused == sent()) {
            connectFailed(failure);
        } else {
            next();
        }
    }

    private void next() {
        if (isOver()) {
            return;
        }
        if (!allSent()) {
            scheduleNext();
        } else if (recorder.count() == 0) {
            fail(FailureReason.TIMED_OUT, peer() + " answered none of " + sent() + " connection attempts.");
        } else {
            complete();
        }
    }

    @Override
    long decided() {
        return decided;
    }

    @Override
    Optional<KernelRtt> kernelRtt() {
        return timed.summary();
    }

    @Override
    void release() {
        // each connection is closed as soon as it is there
    }

    /** Notes when the handshake begins. */
    private final class Stopwatch extends ChannelOutboundHandlerAdapter {
        private long began;

        @Override
        public void connect(
                ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            began = prober.nanoClock().getAsLong();
            context.connect(remote, local, promise);
        }
    }
}
