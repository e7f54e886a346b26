package io.longhaul.probes.stamp;

import io.longhaul.probes.spec.AccessToken;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One side's packets, in one of the two modes: with a key all are sealed, and what is not sealed by that key is left unread.
 * Immutable; thread-safe.
 */
public final class StampCodec {
    private final @Nullable StampSeal seal;
    private final StampLayout layout;

    /**
     * @param key of both sides; empty is the unauthenticated mode
     */
    public StampCodec(Optional<AccessToken> key) {
        this.seal = key.map(StampSeal::new).orElse(null);
        this.layout = StampPackets.layout(seal);
    }

    /** Octets of a packet that shall have so many: padding has a header, and nothing is shorter than the base packet. */
    public int lengthFor(long octets) {
        return octets <= layout.length()
                ? layout.length()
                : (int) Math.max(octets, layout.length() + StampExtensions.HEADER);
    }

    /** Writes a request of {@link #lengthFor} octets. */
    public void writeRequest(ByteBuf out, int octets, long sequence, long now, RandomGenerator random) {
        StampPackets.writeRequest(out, octets, sequence, now, seal, random);
    }

    /** Whether a reflector owes this datagram a reply. */
    boolean isRequest(ByteBuf datagram) {
        return datagram.readableBytes() >= layout.shortestRequest()
                && (seal == null || seal.isSealed(datagram, datagram.readerIndex()));
    }

    /** Octets of the reply to it. */
    int lengthOfReply(ByteBuf request) {
        return Math.max(layout.length(), request.readableBytes());
    }

    int session(ByteBuf request) {
        return StampPackets.session(request, layout);
    }

    /** Writes the reply to a request. */
    void writeReply(ByteBuf request, ByteBuf out, long sequence, long received, long now) {
        StampPackets.writeReply(request, out, sequence, received, now, seal);
    }

    /** Reads a reply; empty when the datagram is none. */
    public Optional<StampReply> readReply(ByteBuf datagram) {
        int at = datagram.readerIndex();
        if (datagram.readableBytes() < layout.shortestReply() || (seal != null && !seal.isSealed(datagram, at))) {
            return Optional.empty();
        }
        return Optional.of(new StampReply(
                datagram.getUnsignedInt(at),
                datagram.getLong(at + layout.sentAt()),
                datagram.getLong(at + layout.receivedAt()),
                datagram.getUnsignedInt(at + layout.senderSequenceAt()),
                datagram.getLong(at + layout.senderSentAt())));
    }
}
