package io.longhaul.probes.stamp;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Writes STAMP packets (RFC 8762, RFC 8972). Stateless. */
final class StampPackets {
    /** About one millisecond, clock not synchronised as far as this program knows: scale 16, multiplier 66. */
    static final short ERROR_ESTIMATE = 0x1042;

    /** The time to live cannot be read from Java: 255, as is customary when it is unknown. */
    static final byte UNKNOWN_TTL = (byte) 255;

    private StampPackets() {}

    /**
     * Writes a request.
     *
     * @param out empty, with room for it
     * @param octets of all; what is beyond the base packet is one extension of padding
     * @param sequence from zero
     * @param now T1, NTP time
     * @param seal empty for the unauthenticated mode
     * @param random of the padding
     */
    static void writeRequest(
            ByteBuf out, int octets, long sequence, long now, @Nullable StampSeal seal, RandomGenerator random) {
        StampLayout layout = layout(seal);
        int at = out.writerIndex();
        out.writeZero(layout.length());
        out.setInt(at, (int) sequence);
        out.setLong(at + layout.sentAt(), now);
        out.setShort(at + layout.errorAt(), ERROR_ESTIMATE);
        if (seal != null) {
            seal.sealBase(out, at);
        }
        int padding = octets - layout.length() - StampExtensions.HEADER;
        if (padding >= 0) {
            byte[] filling = new byte[padding];
            random.nextBytes(filling);
            out.writeByte(StampExtensions.UNKNOWN).writeByte(StampExtensions.PADDING);
            out.writeShort(padding).writeBytes(filling);
        }
    }

    /**
     * The reply to a request, as long as the request and never shorter than the base packet.
     *
     * @param request long enough; not changed
     * @param out empty, with room for the reply
     * @param sequence the reflector's own count
     * @param received T2, NTP time
     * @param now T3, NTP time
     * @param seal empty for the unauthenticated mode
     */
    static void writeReply(
            ByteBuf request, ByteBuf out, long sequence, long received, long now, @Nullable StampSeal seal) {
        StampLayout layout = layout(seal);
        int from = request.readerIndex();
        int at = out.writerIndex();
        out.writeZero(layout.length());
        out.setInt(at, (int) sequence);
        out.setLong(at + layout.sentAt(), now);
        out.setShort(at + layout.errorAt(), ERROR_ESTIMATE);
        out.setShort(at + layout.sessionAt(), session(request, layout));
        out.setLong(at + layout.receivedAt(), received);
        out.setInt(at + layout.senderSequenceAt(), request.getInt(from));
        out.setLong(at + layout.senderSentAt(), request.getLong(from + layout.sentAt()));
        out.setShort(at + layout.senderErrorAt(), request.getShort(from + layout.errorAt()));
        out.setByte(at + layout.timeToLiveAt(), UNKNOWN_TTL);
        if (seal != null) {
            seal.sealBase(out, at);
        }
        if (request.readableBytes() > layout.length()) {
            out.writeBytes(request, from + layout.length(), request.readableBytes() - layout.length());
            StampExtensions.reflect(request, out, layout.length(), seal, seal != null);
        }
    }

    /** The session identifier of a request; zero in one too short to have it. */
    static int session(ByteBuf request, StampLayout layout) {
        return request.readableBytes() >= layout.length()
                ? request.getUnsignedShort(request.readerIndex() + layout.sessionAt())
                : 0;
    }

    static StampLayout layout(@Nullable StampSeal seal) {
        return seal == null ? StampLayout.OPEN : StampLayout.SEALED;
    }
}
