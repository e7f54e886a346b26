package io.longhaul.probes.flow;

import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.StreamParameters;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandler;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Makes the streams of one test as its parameters say. Immutable; thread-safe. */
public final class StreamFactory {
    private static final int BITS_PER_OCTET = 8;

    private final boolean udp;
    private final boolean wideCounters;
    private final StreamParameters parameters;
    private final SendBudget budget;
    private final LongSupplier nanoClock;

    public StreamFactory(Parameters test, SendBudget budget, LongSupplier nanoClock) {
        this.udp = test.udp();
        this.wideCounters = test.wideCounters();
        this.parameters = test.stream();
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

    /** Makes a stream on a connected socket and puts it last in the pipeline, on the channel's loop. */
    public DataStream attach(int id, boolean sender, Channel channel) {
        DataStream stream = sender ? sender(id, channel) : receiver(id, channel);
        channel.eventLoop().execute(() -> channel.pipeline().addLast((ChannelInboundHandler) stream));
        return stream;
    }

    private DataStream sender(int id, Channel channel) {
        int length = parameters.length();
        var pacer = new Pacer(parameters.bandwidth(), parameters.burst());
        return udp
                ? new UdpSender(id, channel, length, wideCounters, budget, pacer, nanoClock)
                : new TcpSender(id, channel, length, budget, pacer, nanoClock);
    }

    private DataStream receiver(int id, Channel channel) {
        return udp ? new UdpReceiver(id, channel, wideCounters, nanoClock) : new TcpReceiver(id, channel, nanoClock);
    }
}
