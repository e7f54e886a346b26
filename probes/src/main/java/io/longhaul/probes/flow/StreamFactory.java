package io.longhaul.probes.flow;

import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.StreamParameters;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandler;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Makes the streams of one test as its parameters say. Immutable; thread-safe. */
public final class StreamFactory {
    private static final int BITS_PER_OCTET = 8;

    private final StreamParameters parameters;
    private final SendBudget budget;
    private final LongSupplier nanoClock;

    public StreamFactory(StreamParameters parameters, SendBudget budget, LongSupplier nanoClock) {
        this.parameters = parameters;
        this.budget = budget;
        this.nanoClock = nanoClock;
    }

    /** How the sockets are to be set. */
    public static SocketTuning tuning(StreamParameters parameters) {
        return new SocketTuning(
                parameters.window(),
                parameters.mss(),
                parameters.noDelay(),
                parameters.congestion(),
                parameters.kernelPacing() > 0
                        ? OptionalLong.of(parameters.kernelPacing() / BITS_PER_OCTET)
                        : OptionalLong.empty(),
                parameters.typeOfService());
    }

    /** Makes a stream on a connected TCP socket and puts it last in the pipeline, on the channel's loop. */
    public DataStream attach(int id, boolean sender, Channel channel) {
        DataStream stream = sender
                ? new TcpSender(
                        id, channel, parameters.length(), budget, parameters.bandwidth(), parameters.burst(), nanoClock)
                : new TcpReceiver(id, channel, nanoClock);
        channel.eventLoop().execute(() -> channel.pipeline().addLast((ChannelInboundHandler) stream));
        return stream;
    }
}
