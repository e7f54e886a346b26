package io.longhaul.probes.server;

import io.longhaul.probes.wire.ControlState;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DatagramChannel;

/**
 * A data connection that showed the right cookie. Immutable.
 *
 * @param channel open
 * @param order in which the agent accepted it
 * @param index its place among the test's streams as the client says; {@link #NO_INDEX} when it does not say
 */
record AcceptedStream(Channel channel, long order, int index) {
    static final int NO_INDEX = -1;

    /** Tells its client that nobody wants it, and closes it; over UDP in silence, for no more may go back than came. */
    void deny() {
        if (channel instanceof DatagramChannel) {
            channel.close();
            return;
        }
        channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {ControlState.ACCESS_DENIED.code()}))
                .addListener(ChannelFutureListener.CLOSE);
    }
}
