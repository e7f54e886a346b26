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
    private static final long LONGEST_DWELL_NANOS = 60_000_000_000L;

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

    /** Whether a reflector owes this datagram a reply; never to one that is a reply itself, or reflectors would feed each other. */
    boolean isRequest(ByteBuf datagram) {
        return datagram.readableBytes() >= layout.shortestRequest()
                && !isReply(datagram)
                && (seal == null || seal.isSealed(datagram, datagram.readerIndex()));
    }

    /**
     * Whether it tells when a reflector received and sent it, one soon after the other on the same clock. A request has zeros there;
     * random padding, which TWAMP Light senders may put there, looks so once in 2^26.
     */
    private boolean isReply(ByteBuf datagram) {
        int at = datagram.readerIndex();
        if (datagram.readableBytes() < layout.receivedAt() + Long.BYTES) {
            return false;
        }
        long received = datagram.getLong(at + layout.receivedAt());
        long dwelt = NtpTime.nanosBetween(received, datagram.getLong(at + layout.sentAt()));
        return received != 0 && Math.abs(dwelt) <= LONGEST_DWELL_NANOS;
    }

    /** Whether requests are sealed, and so can be told from those that were heard before. */
    boolean isSealed() {
        return seal != null;
    }

    /** When a request was sent, NTP time. */
    long sent(ByteBuf request) {
        return request.getLong(request.readerIndex() + layout.sentAt());
    }

    /** The seal of a request, as two numbers; nobody without the key can choose them. */
    long[] sealOf(ByteBuf request) {
        int at = request.readerIndex() + layout.length() - StampSeal.LENGTH;
        return new long[] {request.getLong(at), request.getLong(at + Long.BYTES)};
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
