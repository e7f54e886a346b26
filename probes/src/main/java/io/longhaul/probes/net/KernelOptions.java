package io.longhaul.probes.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** Linux socket options that Netty has no name for. Read and write on the channel's own event loop. */
public final class KernelOptions {
    private static final int SOL_SOCKET = 1;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CA_NAME_MAX = 16;

    private static final RawUnixChannelOption TCP_INFO =
            new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, 11, TcpInfo.LENGTH);
    private static final RawUnixChannelOption TCP_CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, 13, TCP_CA_NAME_MAX);
    private static final RawUnixChannelOption MAX_PACING_RATE =
            new RawUnixChannelOption("SO_MAX_PACING_RATE", SOL_SOCKET, 47, Long.BYTES);
    private static final IntegerUnixChannelOption TCP_MAXSEG =
            new IntegerUnixChannelOption("TCP_MAXSEG", IPPROTO_TCP, 2);

    private static final RawUnixChannelOption MEMORY =
            new RawUnixChannelOption("SO_MEMINFO", SOL_SOCKET, 55, SocketMemory.LENGTH);
    private static final IntegerUnixChannelOption WINDOW_CLAMP =
            new IntegerUnixChannelOption("TCP_WINDOW_CLAMP", IPPROTO_TCP, 10);

    private static final int IDLE_SECONDS = 15;
    private static final int BETWEEN_SECONDS = 5;
    private static final int UNANSWERED = 4;
    private static final int NEVER_ENOUGH = 127;

    private KernelOptions() {}

    /**
     * Lets the window of a connection that is there already grow to its buffer: kernels before 6.x hold it to what the buffer was when
     * the connection was made.
     */
    static void setWindowClamp(Channel channel, int octets) {
        set(channel, WINDOW_CLAMP, octets);
    }

    /** A peer that has vanished without a word is noticed after half a minute, and its connection closed. */
    public static void keepAlive(Channel channel) {
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        set(channel, EpollChannelOption.TCP_KEEPIDLE, IDLE_SECONDS);
        set(channel, EpollChannelOption.TCP_KEEPINTVL, BETWEEN_SECONDS);
        set(channel, EpollChannelOption.TCP_KEEPCNT, UNANSWERED);
    }

    /**
     * Has the kernel ask a peer, that it has not heard for a second, whether it is there; its answer shows in {@link #silentMillis}.
     * Linux sends such a question whenever the time is set anew and already over.
     */
    public static void askPeer(Channel channel) {
        set(channel, EpollChannelOption.TCP_KEEPCNT, NEVER_ENOUGH);
        set(channel, EpollChannelOption.TCP_KEEPIDLE, 1);
    }

    /** How long the kernel has heard nothing of a peer; empty where it cannot be asked. */
    public static OptionalLong silentMillis(Channel channel) {
        return raw(channel, TCP_INFO)
                .map(figures -> OptionalLong.of(TcpInfo.silentMillis(figures)))
                .orElse(OptionalLong.empty());
    }

    /** What the kernel says about a connection; empty where it cannot be asked. */
    public static Optional<TcpInfo> tcpInfo(Channel channel) {
        return raw(channel, TCP_INFO).map(TcpInfo::parse);
    }

    /** What the kernel keeps in memory for a connection; empty where it cannot be asked. */
    public static Optional<SocketMemory> memory(Channel channel) {
        return raw(channel, MEMORY).map(SocketMemory::parse);
    }

    /** The congestion control in force; empty where it cannot be asked. */
    public static Optional<String> congestion(Channel channel) {
        return raw(channel, TCP_CONGESTION).map(name -> {
            byte[] octets = new byte[name.remaining()];
            name.get(octets);
            String text = new String(octets, StandardCharsets.US_ASCII);
            int end = text.indexOf('\0');
            return end < 0 ? text : text.substring(0, end);
        });
    }

    /** Octets of a full segment; empty where it cannot be asked. */
    public static Optional<Integer> mss(Channel channel) {
        return SocketFamily.isNative(channel) && channel.isActive()
                ? Optional.ofNullable(channel.config().getOption(TCP_MAXSEG))
                : Optional.empty();
    }

    /** Whether the kernel took it: an unknown or forbidden name leaves the default in force. */
    public static boolean setCongestion(Channel channel, String name) {
        byte[] octets = name.getBytes(StandardCharsets.US_ASCII);
        if (octets.length >= TCP_CA_NAME_MAX) {
            return false;
        }
        ByteBuffer value = ByteBuffer.allocate(TCP_CA_NAME_MAX);
        value.put(octets).rewind();
        return set(channel, TCP_CONGESTION, value);
    }

    /** Caps what the kernel sends on a connection, in octets a second. */
    public static boolean setMaxPacingRate(Channel channel, long octetsPerSecond) {
        ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        value.putLong(octetsPerSecond).rewind();
        return set(channel, MAX_PACING_RATE, value);
    }

    /** Caps the segment size; must be set before the connection is made to be told to the peer. */
    public static boolean setMss(Channel channel, int octets) {
        return set(channel, TCP_MAXSEG, octets);
    }

    private static Optional<ByteBuffer> raw(Channel channel, ChannelOption<ByteBuffer> option) {
        return SocketFamily.isNative(channel) && channel.isOpen()
                ? Optional.ofNullable(channel.config().getOption(option))
                : Optional.empty();
    }

    private static <T> boolean set(Channel channel, ChannelOption<T> option, T value) {
        if (!SocketFamily.isNative(channel)) {
            return false;
        }
        try {
            return channel.config().setOption(option, value);
        } catch (ChannelException refused) {
            return false;
        }
    }
}
