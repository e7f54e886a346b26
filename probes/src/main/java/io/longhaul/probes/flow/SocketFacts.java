package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is in force on the sockets of one end, read back from the first sender and the first receiver. Immutable.
 *
 * @param sendBuffer octets of a sender's SO_SNDBUF
 * @param receiveBuffer octets of a receiver's SO_RCVBUF
 * @param congestion of a sender, or of a receiver where none sends
 * @param mss octets of a segment
 * @param pathMtu octets of the largest packet that the path is known to take
 */
public record SocketFacts(
        OptionalLong sendBuffer,
        OptionalLong receiveBuffer,
        Optional<String> congestion,
        OptionalLong mss,
        OptionalLong pathMtu) {
    public static final SocketFacts UNKNOWN = new SocketFacts(
            OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** Asks one stream; on its loop. */
    static SocketFacts of(DataStream stream) {
        Channel channel = stream.channel();
        if (!channel.isActive()) {
            return UNKNOWN;
        }
        return new SocketFacts(
                stream.isSender() ? octets(channel, ChannelOption.SO_SNDBUF) : OptionalLong.empty(),
                stream.isSender() ? OptionalLong.empty() : octets(channel, ChannelOption.SO_RCVBUF),
                KernelOptions.congestion(channel),
                KernelOptions.mss(channel).map(OptionalLong::of).orElse(OptionalLong.empty()),
                KernelOptions.tcpInfo(channel)
                        .filter(info -> info.pathMtu() > 0)
                        .map(info -> OptionalLong.of(info.pathMtu()))
                        .orElse(OptionalLong.empty()));
    }

    /** This, completed by another where this is empty. */
    SocketFacts or(SocketFacts other) {
        return new SocketFacts(
                sendBuffer.isPresent() ? sendBuffer : other.sendBuffer,
                receiveBuffer.isPresent() ? receiveBuffer : other.receiveBuffer,
                congestion.or(other::congestion),
                mss.isPresent() ? mss : other.mss,
                pathMtu.isPresent() ? pathMtu : other.pathMtu);
    }

    private static OptionalLong octets(Channel channel, ChannelOption<Integer> option) {
        Integer value = channel.config().getOption(option);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
