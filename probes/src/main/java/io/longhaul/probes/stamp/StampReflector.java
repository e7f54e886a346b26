package io.longhaul.probes.stamp;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AgentException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;

/**
 * Returns STAMP packets, stateful: it numbers its replies by session, so that senders can tell which way a packet was lost.
 * A session is a sender's address and port and the SSID; the least used is forgotten when there are too many. A reply is
 * never longer than its request, but for requests below 44 octets, which get the base packet. With a key it answers only what
 * is sealed by it. Thread-safe.
 */
public final class StampReflector implements AutoCloseable {
    private static final int SESSIONS = 10_000;

    /** Packets of one address that are answered in one second; beyond it they are dropped. */
    private static final int RATE = 10_000;

    private final Channel channel;

    private StampReflector(Channel channel) {
        this.channel = channel;
    }

    /**
     * Starts to reflect.
     *
     * @param address to listen on; port zero takes any free one
     * @param clock of the time stamps
     * @param codec of the mode; what is not of it is left unanswered
     * @throws AgentException when the address cannot be listened on
     */
    public static StampReflector start(
            InetSocketAddress address, EventLoops loops, InstantSource clock, StampCodec codec) {
        try {
            return new StampReflector(new Datagrams(loops)
                    .bind(loops.next(), address, new Handler(clock, codec))
                    .join());
        } catch (CompletionException e) {
            throw AgentException.cannotListen(address, e.getCause() == null ? e : e.getCause());
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }

    private record Session(InetSocketAddress sender, int ssid) {}

    /** Confined to the channel's event loop. */
    private static final class Handler extends ChannelInboundHandlerAdapter {
        private final InstantSource clock;
        private final StampCodec codec;
        private final Map<Session, Long> counts = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Session, Long> eldest) {
                return size() > SESSIONS;
            }
        };

        private final Map<InetAddress, Integer> answered = new HashMap<>();
        private long second;

        Handler(InstantSource clock, StampCodec codec) {
            this.clock = clock;
            this.codec = codec;
        }

        private boolean mayAnswer(InetAddress sender) {
            long now = clock.instant().getEpochSecond();
            if (now != second) {
                second = now;
                answered.clear();
            }
            return answered.size() < SESSIONS && answered.merge(sender, 1, Integer::sum) <= RATE;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            long received = NtpTime.of(clock.instant());
            DatagramPacket packet = (DatagramPacket) message;
            try {
                if (context.channel().isWritable()
                        && mayAnswer(packet.sender().getAddress())
                        && codec.isRequest(packet.content())) {
                    reflect(context, packet, received);
                }
            } finally {
                packet.release();
            }
        }

        private void reflect(ChannelHandlerContext context, DatagramPacket packet, long received) {
            ByteBuf request = packet.content();
            var session = new Session(packet.sender(), codec.session(request));
            long sequence = counts.merge(session, 1L, Long::sum) - 1;
            ByteBuf reply = context.alloc().directBuffer(codec.lengthOfReply(request));
            codec.writeReply(request, reply, sequence, received, NtpTime.of(clock.instant()));
            context.writeAndFlush(new DatagramPacket(reply, packet.sender()), context.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // an ICMP message about an earlier reply; the socket stays good
        }
    }
}
