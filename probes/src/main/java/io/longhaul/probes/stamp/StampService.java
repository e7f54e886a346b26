package io.longhaul.probes.stamp;

import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Says which requests are answered, and by what number: one address has so many answers a second, and a session, which is a
 * sender's address and port and the SSID, counts for itself. Confined to one thread.
 */
final class StampService {
    static final int ROOM = 10_000;

    /** Packets of one address that are answered in one second; beyond it they are dropped. */
    static final int RATE = 10_000;

    private static final long SILENCE_SECONDS = 30;

    private final StampCodec codec;
    private final boolean answersShort;
    private final KnownSenders<InetAddress, Allowance> addresses =
            new KnownSenders<>(ROOM, SILENCE_SECONDS, Allowance::new);
    private final KnownSenders<Session, Count> sessions = new KnownSenders<>(ROOM, SILENCE_SECONDS, Count::new);

    private final Optional<HeardBefore> heard;

    private record Session(InetSocketAddress sender, int ssid) {}

    /** Answers of one address in the second under way. */
    private static final class Allowance {
        private long second;
        private int answered;

        boolean take(long now) {
            if (now != second) {
                second = now;
                answered = 0;
            }
            return ++answered <= RATE;
        }
    }

    private static final class Count {
        private long replies;
    }

    /**
     * @param answersShort whether a request shorter than its reply is answered
     */
    StampService(StampCodec codec, boolean answersShort) {
        this.codec = codec;
        this.answersShort = answersShort;
        this.heard = codec.isSealed() ? Optional.of(new HeardBefore()) : Optional.empty();
    }

    /** The number of the reply to a datagram; empty when it is owed none. */
    OptionalLong numberOfReply(InetSocketAddress sender, ByteBuf datagram, long nowSeconds) {
        boolean owed = codec.isRequest(datagram)
                && (answersShort || codec.lengthOfReply(datagram) <= datagram.readableBytes())
                && addresses
                        .hear(sender.getAddress(), nowSeconds)
                        .filter(allowance -> allowance.take(nowSeconds))
                        .isPresent()
                && heard.map(memory -> memory.isFresh(
                                codec.sealOf(datagram),
                                NtpTime.unixSeconds(codec.sent(datagram), nowSeconds),
                                nowSeconds))
                        .orElse(true);
        return owed
                ? sessions.hear(new Session(sender, codec.session(datagram)), nowSeconds).stream()
                        .mapToLong(count -> count.replies++)
                        .findFirst()
                : OptionalLong.empty();
    }
}
