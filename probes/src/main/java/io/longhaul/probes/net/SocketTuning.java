package io.longhaul.probes.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How the sockets of a test are to be set. Immutable.
 *
 * @param window octets of SO_SNDBUF and SO_RCVBUF; empty leaves them to the kernel, which then tunes them
 * @param mss octets of a segment at most
 * @param noDelay whether small segments go out at once
 * @param congestion name of the congestion control
 * @param pacing octets a second the kernel may send
 * @param typeOfService the octet of the IP header; zero is the usual one
 */
public record SocketTuning(
        OptionalInt window,
        OptionalInt mss,
        boolean noDelay,
        Optional<String> congestion,
        OptionalLong pacing,
        int typeOfService) {
    /** The kernel takes twice of a buffer that is asked for. */
    private static final int KERNEL_DOUBLES = 2;

    public static final SocketTuning NONE = new SocketTuning(
            OptionalInt.empty(), OptionalInt.empty(), false, Optional.empty(), OptionalLong.empty(), 0);

    /** This, with small segments sent at once. */
    public SocketTuning withNoDelay() {
        return new SocketTuning(window, mss, true, congestion, pacing, typeOfService);
    }

    /**
     * Sets everything on a socket, best before it is connected: the kernel fixes window scaling and segment size then.
     *
     * @return what the kernel or the platform refused, one sentence each; empty when all is in force
     */
    public List<String> applyTo(Channel channel) {
        var refused = new ArrayList<String>();
        try {
            apply(channel, refused);
        } catch (ChannelException e) {
            refused.add("The socket could not be set: " + e.getMessage());
        }
        return refused;
    }

    private void apply(Channel channel, List<String> refused) {
        window.ifPresent(octets -> {
            channel.config().setOption(ChannelOption.SO_SNDBUF, octets);
            channel.config().setOption(ChannelOption.SO_RCVBUF, octets);
            if (channel.isActive()) {
                KernelOptions.setWindowClamp(channel, KERNEL_DOUBLES * octets);
            }
        });
        if (channel instanceof SocketChannel) {
            channel.config().setOption(ChannelOption.TCP_NODELAY, noDelay);
        }
        if (typeOfService != 0) {
            channel.config().setOption(ChannelOption.IP_TOS, typeOfService);
        }
        if (mss.isPresent() && !KernelOptions.setMss(channel, mss.getAsInt())) {
            refused.add("The segment size (" + mss.getAsInt() + ") could not be set.");
        }
        if (congestion.isPresent() && !KernelOptions.setCongestion(channel, congestion.get())) {
            refused.add("The congestion control (" + congestion.get() + ") could not be set.");
        }
        if (pacing.isPresent() && !KernelOptions.setMaxPacingRate(channel, pacing.getAsLong())) {
            refused.add("The pacing rate could not be set.");
        }
    }
}
