package io.longhaul.probes.server;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.DatagramHello;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
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
 * is answered to an address without such a test. Thread-safe.
 */
final class DatagramDesk extends ChannelInboundHandlerAdapter {
    private final Map<InetAddress, Deque<TestSession>> turns = new HashMap<>();
    private final Set<InetSocketAddress> opening = new HashSet<>();
    private @Nullable AgentContext agent;
    private long order;

    /** Called once, before the socket is bound. */
    void serve(AgentContext context) {
        agent = context;
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
        return owner != null && opening.add(sender) ? owner : null;
    }

    private synchronized long opened(InetSocketAddress sender) {
        opening.remove(sender);
        return order++;
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
        new Datagrams(context.loops())
                .connect(context.loops().next(), owner.localAddress(), sender, SocketTuning.NONE, new Parked(sender))
                .whenComplete((channel, failure) -> {
                    long number = opened(sender);
                    if (failure == null) {
                        channel.writeAndFlush(Unpooled.copyInt(DatagramHello.REPLY));
                        owner.offer(new AcceptedStream(channel, number, AcceptedStream.NO_INDEX));
                    }
                });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // an ICMP message about an earlier answer; the socket stays good
    }

    /** Until the stream's own handler takes over; what others sent before the socket was connected is heard here. */
    final class Parked extends ChannelInboundHandlerAdapter {
        private final InetSocketAddress peer;

        Parked(InetSocketAddress peer) {
            this.peer = peer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            if (packet.sender() == null || packet.sender().equals(peer)) {
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
