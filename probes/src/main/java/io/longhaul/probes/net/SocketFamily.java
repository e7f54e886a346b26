package io.longhaul.probes.net;

import io.netty.channel.Channel;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Which sockets the event loops drive, and so what can be asked of the kernel. */
public enum SocketFamily {
    /** Linux, natively: every socket option, and TCP_INFO. */
    EPOLL(EpollSocketChannel.class, EpollServerSocketChannel.class, EpollDatagramChannel.class),
    /** Portable: octets and times only. */
    NIO(NioSocketChannel.class, NioServerSocketChannel.class, NioDatagramChannel.class);

    private final Class<? extends SocketChannel> stream;
    private final Class<? extends ServerChannel> listener;
    private final Class<? extends DatagramChannel> datagram;

    SocketFamily(
            Class<? extends SocketChannel> stream,
            Class<? extends ServerChannel> listener,
            Class<? extends DatagramChannel> datagram) {
        this.stream = stream;
        this.listener = listener;
        this.datagram = datagram;
    }

    public Class<? extends SocketChannel> stream() {
        return stream;
    }

    public Class<? extends ServerChannel> listener() {
        return listener;
    }

    public Class<? extends DatagramChannel> datagram() {
        return datagram;
    }

    static boolean isNative(Channel channel) {
        return channel instanceof EpollSocketChannel || channel instanceof EpollServerSocketChannel;
    }
}
