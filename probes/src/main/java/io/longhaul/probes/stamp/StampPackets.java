package io.longhaul.probes.stamp;

import io.netty.buffer.ByteBuf;

/** Writes STAMP packets of the unauthenticated mode (RFC 8762 sections 4.2.1 and 4.3.1, RFC 8972). Stateless. */
public final class StampPackets {
    /** Octets of the base packet, both ways. */
    public static final int BASE = 44;

    /** A shorter request holds no sequence number, timestamp and error estimate to copy. */
    static final int SHORTEST_REQUEST = 14;

    /** About one millisecond, clock not synchronised as far as this program knows: scale 16, multiplier 66. */
    static final short ERROR_ESTIMATE = 0x1042;

    /** The time to live cannot be read from Java: 255, as is customary when it is unknown. */
    static final byte UNKNOWN_TTL = (byte) 255;

    private static final int FLAGS_UNKNOWN = 0x80;
    private static final int TLV_HEADER = 4;

    private StampPackets() {}

    /** Writes a request into an empty buffer of at least {@link #BASE} octets. */
    public static void writeRequest(ByteBuf out, long sequence, long now) {
        out.writeInt((int) sequence).writeLong(now).writeShort(ERROR_ESTIMATE).writeZero(BASE - 14);
    }

    /**
     * The reply to a request, as long as the request and never shorter than the base packet.
     *
     * @param request at least {@link #SHORTEST_REQUEST} octets; not changed
     * @param out empty, with room for the reply
     * @param sequence the reflector's own count
     * @param received T2
     * @param now T3
     */
    static void writeReply(ByteBuf request, ByteBuf out, long sequence, long received, long now) {
        int at = request.readerIndex();
        boolean hasSession = request.readableBytes() >= BASE;
        out.writeInt((int) sequence);
        out.writeLong(now);
        out.writeShort(ERROR_ESTIMATE);
        out.writeShort(hasSession ? request.getShort(at + 14) : 0);
        out.writeLong(received);
        out.writeBytes(request, at, 14);
        out.writeZero(2);
        out.writeByte(UNKNOWN_TTL);
        out.writeZero(3);
        if (request.readableBytes() > BASE) {
            int extras = out.writerIndex();
            out.writeBytes(request, at + BASE, request.readableBytes() - BASE);
            markUnknown(out, extras);
        }
    }

    /** Extensions are returned as "not understood", but padding, which asks for nothing. */
    private static void markUnknown(ByteBuf out, int from) {
        int at = from;
        while (at + TLV_HEADER <= out.writerIndex()) {
            int type = out.getUnsignedByte(at + 1);
            int length = out.getUnsignedShort(at + 2);
            boolean padding = type == 1;
            out.setByte(at, padding ? 0 : FLAGS_UNKNOWN);
            at += TLV_HEADER + length;
        }
    }
}
