package io.longhaul.probes.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What accepted sockets inherit from the one that listens, on Linux. Immutable.
 *
 * @param window octets of SO_RCVBUF; empty leaves it to the kernel
 * @param mss octets of a segment at most
 * @param congestion name of the congestion control
 */
public record ListenerSettings(OptionalInt window, OptionalInt mss, Optional<String> congestion) {
    /** As the kernel makes them. */
    public static final ListenerSettings NONE =
            new ListenerSettings(OptionalInt.empty(), OptionalInt.empty(), Optional.empty());

    /** The part of a test's tuning that must be in force before accept. */
    public static ListenerSettings of(SocketTuning tuning) {
        return new ListenerSettings(tuning.window(), tuning.mss(), tuning.congestion());
    }

    /**
     * What is in force on a listening socket, so that it can be restored; empty where it could not be, because the platform
     * does not let buffers be tuned again once they were set (Linux before 5.14, and everything else).
     */
    public static Optional<ListenerSettings> usualOf(Channel listener) {
        if (!(listener instanceof EpollServerSocketChannel)) {
            return Optional.empty();
        }
        try {
            // the kernel tells twice of what it was asked for
            int receive = listener.config().getOption(ChannelOption.SO_RCVBUF) / 2;
            return KernelOptions.unlockBuffers(listener)
                    ? Optional.of(new ListenerSettings(
                            OptionalInt.of(receive), OptionalInt.empty(), KernelOptions.congestion(listener)))
                    : Optional.empty();
        } catch (ChannelException closed) {
            return Optional.empty();
        }
    }

    /** Puts these in force; what the kernel refuses stays as it is. */
    public void applyTo(Channel listener) {
        try {
            window.ifPresent(octets -> listener.config().setOption(ChannelOption.SO_RCVBUF, octets));
            mss.ifPresent(octets -> KernelOptions.setMss(listener, octets));
            congestion.ifPresent(name -> KernelOptions.setCongestion(listener, name));
        } catch (ChannelException closed) {
            // the agent is closing
        }
    }

    /** Puts these in force, which were before, and lets the kernel tune the buffers again. */
    public void restoreOn(Channel listener) {
        try {
            window.ifPresent(octets -> listener.config().setOption(ChannelOption.SO_RCVBUF, octets));
            KernelOptions.unlockBuffers(listener);
            KernelOptions.setMss(listener, 0);
            congestion.ifPresent(name -> KernelOptions.setCongestion(listener, name));
        } catch (ChannelException closed) {
            // the agent is closing
        }
    }
}
