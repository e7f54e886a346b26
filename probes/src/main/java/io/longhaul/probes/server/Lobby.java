package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.util.AttributeKey;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where accepted connections are until they have shown what entitles them to more. They are few, in all and of one address; when there
 * is no room for one more, the oldest of the address that has most of them is closed. So silent connections, however many, keep nobody
 * out who is quick to prove himself, and hold nothing that he needs. Numbers connections in the order the kernel gave them. Sits in the
 * listening socket's pipeline. Thread-safe.
 */
public final class Lobby extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Long> ORDER = AttributeKey.valueOf(Lobby.class, "order");

    /** All may hold a quarter of the connections, one address a twelfth: a dozen hostile ones are needed to press anybody. */
    private static final int SHARE_OF_ALL = 4;

    private static final int SHARE_OF_ADDRESS = 12;

    /** Beside the data connections of one test, which come at once. */
    private static final int SPARE = 16;

    private static final int IPV6_NETWORK = 8;

    private final int most;
    private final int mostUnproven;
    private final int mostOfAddress;
    private final ChannelGroup connections;
    private final Audit audit;
    private final Map<String, Set<Channel>> unproven = new HashMap<>();
    private int size;
    private long next;

    /**
     * @param limits of the agent; the data connections of two tests may come from one address at once
     * @param connections of the agent, all of them
     */
    Lobby(AgentLimits limits, ChannelGroup connections, Audit audit) {
        this(limits.connections(), 2 * limits.streams() + SPARE, connections, audit);
    }

    /**
     * @param most connections in all
     * @param atOnce connections of one address that may show nothing yet, whatever its share is
     * @param connections of the listening socket, all of them
     */
    public Lobby(int most, int atOnce, ChannelGroup connections, Audit audit) {
        this.most = most;
        this.mostOfAddress = Math.max(atOnce, most / SHARE_OF_ADDRESS);
        this.mostUnproven = Math.max(mostOfAddress, most / SHARE_OF_ALL);
        this.connections = connections;
        this.audit = audit;
    }

    /** Whose limits hold for an address: the whole network of 64 bits in IPv6, for who has one address there has all. */
    static String originOf(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, IPV6_NETWORK)
                : address.getHostAddress();
    }

    static InetAddress addressOf(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress();
    }

    /** The number of an accepted connection. */
    static long orderOf(Channel channel) {
        return channel.attr(ORDER).get();
    }

    /** Connections that have not shown anything yet. */
    synchronized int size() {
        return size;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel accepted = (Channel) message;
        if (accepted.remoteAddress() == null || !enter(accepted)) {
            accepted.unsafe().closeForcibly();
            audit.crowdedOut();
            return;
        }
        connections.add(accepted);
        accepted.closeFuture().addListener(closed -> leave(accepted));
        context.fireChannelRead(accepted);
    }

    private synchronized boolean enter(Channel accepted) {
        accepted.attr(ORDER).set(next++);
        String origin = originOf(addressOf(accepted));
        Set<Channel> own = unproven.computeIfAbsent(origin, first -> new LinkedHashSet<>());
        if (own.size() >= mostOfAddress) {
            closeOldest(own);
        } else if (size >= mostUnproven || connections.size() >= most) {
            Set<Channel> fullest = fullest(unproven.values());
            if (fullest.isEmpty()) {
                unproven.remove(origin, own);
                return false;
            }
            closeOldest(fullest);
        }
        unproven.computeIfAbsent(origin, first -> own).add(accepted);
        size++;
        return true;
    }

    private static Set<Channel> fullest(Collection<Set<Channel>> all) {
        return all.stream().max(Comparator.comparingInt(Set::size)).orElseThrow();
    }

    private void closeOldest(Set<Channel> crowd) {
        Channel oldest = crowd.iterator().next();
        leave(oldest);
        oldest.close();
        audit.crowdedOut();
    }

    /** A connection has shown what it is for, or is closed: it counts no more. */
    public synchronized void leave(Channel channel) {
        String origin = originOf(addressOf(channel));
        Set<Channel> crowd = unproven.get(origin);
        if (crowd != null && crowd.remove(channel)) {
            size--;
            if (crowd.isEmpty()) {
                unproven.remove(origin);
            }
        }
    }
}
