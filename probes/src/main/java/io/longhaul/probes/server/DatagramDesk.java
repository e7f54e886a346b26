package io.longhaul.probes.server;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.DatagramHello;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hears the opening datagrams of UDP streams and gives each stream a socket of its own. A datagram has no cookie, so a
 * stream belongs to the one test from its address that waits for streams; a second test from there waits its turn. Nothing
 * is answered to an address without such a test. A greeting that comes again is answered again, for the answer may have been
 * lost. Thread-safe.
 */
final class DatagramDesk extends ChannelInboundHandlerAdapter {
    private final Map<InetAddress, Deque<TestSession>> turns = new HashMap<>();
    /** Senders whose streams are being opened, or open. */
    private final Set<InetSocketAddress> streams = new HashSet<>();

    private @Nullable AgentContext agent;
    private @Nullable Channel socket;
    private int opening;
    private long order;

    /** Called once, before the socket is bound. */
    void serve(AgentContext context) {
        agent = context;
    }

    /** Where the greetings come in; called once. */
    synchronized void serve(Channel bound) {
        socket = bound;
    }

    /**
     * The port is nobody else's, not even of a program that would share it. Only while a stream of an admitted test takes a socket
     * at the same port does the kernel have to be told that it may be shared.
     */
    private synchronized void share(boolean more) {
        opening += more ? 1 : -1;
        if (socket != null && socket.isOpen() && opening == (more ? 1 : 0)) {
            socket.config().setOption(ChannelOption.SO_REUSEADDR, more);
        }
    }

    /** Whether it is the test's turn at once; else {@link TestSession#yourTurn} is called later. */
    synchronized boolean enter(InetAddress client, TestSession test) {
        Deque<TestSession> queue = turns.computeIfAbsent(client, address -> new ArrayDeque<>());
        queue.add(test);
        return queue.peek() == test;
    }

    /** The test has all its streams, or is over. */
    void leave(InetAddress client, TestSession test) {
        TestSession next = null;
        synchronized (this) {
            Deque<TestSession> queue = turns.get(client);
            if (queue == null) {
                return;
            }
            boolean first = queue.peek() == test;
            queue.remove(test);
            if (queue.isEmpty()) {
                turns.remove(client);
            } else if (first) {
                next = queue.peek();
            }
        }
        if (next != null) {
            next.yourTurn();
        }
    }

    private synchronized @Nullable TestSession ownerOf(InetSocketAddress sender) {
        Deque<TestSession> queue = turns.get(sender.getAddress());
        TestSession owner = queue == null ? null : queue.peek();
        return owner != null && streams.add(sender) ? owner : null;
    }

    private synchronized long nextNumber() {
        return order++;
    }

    private synchronized void forget(InetSocketAddress sender) {
        streams.remove(sender);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        try {
            if (DatagramHello.isRequest(packet.content())) {
                open(packet.sender());
            }
        } finally {
            packet.release();
        }
    }

    private void open(InetSocketAddress sender) {
        AgentContext context = agent;
        TestSession owner = ownerOf(sender);
        if (owner == null || context == null) {
            return;
        }
        share(true);
        new Datagrams(context.loops())
                .connect(context.loops().next(), owner.localAddress(), sender, SocketTuning.NONE, new Greeter(sender))
                .whenComplete((channel, failure) -> {
                    share(false);
                    if (failure == null) {
                        channel.closeFuture().addListener(closed -> forget(sender));
                        answer(channel);
                        owner.offer(new AcceptedStream(channel, nextNumber(), AcceptedStream.NO_INDEX));
                    } else {
                        forget(sender);
                    }
                });
    }

    private static void answer(Channel channel) {
        channel.writeAndFlush(Unpooled.copyInt(DatagramHello.REPLY), channel.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // an ICMP message about an earlier answer; the socket stays good
    }

    /**
     * First in the pipeline of a stream: answers its greetings, gives the desk those that others sent before the socket was
     * connected, and drops all else until the stream's own handler is there.
     */
    private final class Greeter extends ChannelInboundHandlerAdapter {
        private final InetSocketAddress peer;

        Greeter(InetSocketAddress peer) {
            this.peer = peer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            if (!DatagramHello.isRequest(packet.content()) && context.pipeline().last() != this) {
                context.fireChannelRead(packet);
            } else if (packet.sender() == null || packet.sender().equals(peer)) {
                if (DatagramHello.isRequest(packet.content())) {
                    answer(context.channel());
                }
                packet.release();
            } else {
                DatagramDesk.this.channelRead(context, packet);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // as above
        }
    }
}
