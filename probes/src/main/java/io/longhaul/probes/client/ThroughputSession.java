package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One throughput test at the probing end, from the connection to the measurement. Ends by itself whatever the peer does.
 * Confined to its home loop, except where said.
 */
final class ThroughputSession {
    /** How long an interrupted run waits for the peer's count. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final ProberContext prober;
    private final ProbeTarget target;
    private final ThroughputSpec spec;
    private final ProgressListener progress;
    private final ThroughputOutcome outcome;
    private final EventLoop home;
    private @Nullable ClientConversation conversation;

    ThroughputSession(
            ProberContext prober,
            ProbeTarget target,
            ThroughputSpec spec,
            ProgressListener progress,
            CompletableFuture<Measurement> result) {
        this.prober = prober;
        this.target = target;
        this.spec = spec;
        this.progress = progress;
        this.outcome = new ThroughputOutcome(prober, target, spec, result, this::release);
        this.home = prober.loops().next();
    }

    /** The host's name is looked up here, by the calling thread. From any thread. */
    void start() {
        var address = new InetSocketAddress(target.host(), target.port());
        home.execute(() -> connect(address));
    }

    /** On the home loop, so that the conversation is there before the first octet: a busy server refuses unasked. */
    private void connect(InetSocketAddress address) {
        new Connector(prober.loops(), spec.timeouts().connect())
                .connect(home, address, SocketTuning.NONE.withNoDelay(), new ChannelInboundHandlerAdapter())
                .whenComplete((channel, failure) -> {
                    if (failure != null) {
                        outcome.cannotConnect(failure);
                    } else if (outcome.isOver()) {
                        channel.close();
                    } else {
                        converse(channel);
                    }
                });
    }

    private void converse(Channel channel) {
        target.tls()
                .ifPresent(tls ->
                        channel.pipeline().addFirst(tls.connector(channel.alloc(), target.host(), target.port())));
        conversation = new ClientConversation(prober, target, spec, progress, outcome, channel);
        conversation.begin();
    }

    /** Gives up. From any thread. */
    void cancel() {
        home.execute(() -> {
            if (conversation != null && !outcome.isOver()) {
                conversation.terminate();
            }
            outcome.fail(FailureReason.CANCELLED, "The probe was cancelled.");
        });
    }

    /** Ends in good order a run that moves data. From any thread. */
    void endNow(StopReason reason) {
        home.execute(() -> {
            if (conversation != null) {
                conversation.stop(reason);
            }
        });
    }

    /** Ends in good order a run that moves data, and gives up any other. From any thread. */
    void interrupt() {
        home.execute(() -> {
            if (conversation != null && conversation.isMoving()) {
                conversation.stop(StopReason.INTERRUPTED);
                home.schedule(this::cancel, FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
            } else {
                cancel();
            }
        });
    }

    private void release() {
        if (conversation != null) {
            conversation.release();
        }
    }
}
