package io.longhaul.probes.stamp;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;

/**
 * Returns STAMP packets, stateful: it numbers its replies by session, so that senders can tell which way a packet was lost.
 * A session is a sender's address and port and the SSID; one that was silent for long is forgotten when there are too many. A reply is
 * as long as its request; requests below 44 octets, which TWAMP Light senders may make, get 44 octets on a loopback address or
 * where asked for, and nothing elsewhere, for their source may be forged. With a key it answers only what is sealed by it.
 * Thread-safe.
 */
public final class StampReflector implements AutoCloseable {
    private final Channel channel;

    private StampReflector(Channel channel) {
        this.channel = channel;
    }

    /** As below; short requests are answered on a loopback address. */
    public static StampReflector start(
            InetSocketAddress address, EventLoops loops, InstantSource clock, StampCodec codec) {
        return start(address, loops, clock, codec, address.getAddress().isLoopbackAddress(), (sent, received) -> true);
    }

    /**
     * Starts to reflect.
     *
     * @param address to listen on; port zero takes any free one
     * @param clock of the time stamps
     * @param codec of the mode; what is not of it is left unanswered
     * @param answersShort whether a request shorter than its reply is answered
     * @param mayMove hears of octets to be sent and octets received, and says whether a reply may go
     * @throws AgentException when the address cannot be listened on
     */
    public static StampReflector start(
            InetSocketAddress address,
            EventLoops loops,
            InstantSource clock,
            StampCodec codec,
            boolean answersShort,
            Allowance mayMove) {
        try {
            return new StampReflector(new Datagrams(loops)
                    .bind(
                            loops.next(),
                            address,
                            new Handler(clock, codec, new StampService(codec, answersShort), mayMove))
                    .join());
        } catch (CompletionException e) {
            throw AgentException.cannotListen(address, e.getCause() == null ? e : e.getCause());
        }
    }

    /** Whether a reply may go, by limits that hold for more than this reflector. Called on its event loop. */
    @FunctionalInterface
    public interface Allowance {
        boolean take(long sent, long received);
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }

    /** Confined to the channel's event loop. */
    private static final class Handler extends ChannelInboundHandlerAdapter {
        private final InstantSource clock;
        private final StampCodec codec;
        private final StampService service;
        private final Allowance mayMove;

        Handler(InstantSource clock, StampCodec codec, StampService service, Allowance mayMove) {
            this.clock = clock;
            this.codec = codec;
            this.service = service;
            this.mayMove = mayMove;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Instant received = clock.instant();
            DatagramPacket packet = (DatagramPacket) message;
            try {
                int port = ((InetSocketAddress) context.channel().localAddress()).getPort();
                ByteBuf request = packet.content();
                if (context.channel().isWritable() && packet.sender().getPort() != port) {
                    service.numberOfReply(packet.sender(), request, received.getEpochSecond()).stream()
                            .filter(number -> mayMove.take(codec.lengthOfReply(request), request.readableBytes()))
                            .forEach(number -> reflect(context, packet, number, received));
                }
            } finally {
                packet.release();
            }
        }

        private void reflect(ChannelHandlerContext context, DatagramPacket packet, long number, Instant received) {
            ByteBuf request = packet.content();
            ByteBuf reply = context.alloc().directBuffer(codec.lengthOfReply(request));
            codec.writeReply(request, reply, number, NtpTime.of(received), NtpTime.of(clock.instant()));
            context.writeAndFlush(new DatagramPacket(reply, packet.sender()), context.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // an ICMP message about an earlier reply; the socket stays good
        }
    }
}
