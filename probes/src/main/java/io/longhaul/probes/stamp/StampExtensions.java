package io.longhaul.probes.stamp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * What a reflector does to the extensions (TLVs) behind a base packet, which it returns at their places (RFC 8972 section 4):
 * padding and the questions it understands come back without the flag U, others with it; from a malformed one on, which gets
 * the flag M, all is returned as it came; when the seal of the extensions is wrong, all get the flag I and none is looked at.
 * Understood are Extra Padding (1), Timestamp Information (3) and, with a key, HMAC (8). Stateless.
 */
final class StampExtensions {
    static final int HEADER = 4;
    static final int PADDING = 1;
    static final int UNKNOWN = 0x80;

    private static final int MALFORMED = 0x40;
    private static final int TAMPERED = 0x20;
    private static final int TIMESTAMP_INFORMATION = 3;
    private static final int HMAC = 8;

    /** A local clock, for all this program knows, read by software: the same on the way in and out (tables 7 and 9). */
    private static final int CLOCK = 0x0502_0502;

    private StampExtensions() {}

    /**
     * Works on a reply into which the extensions of its request have been copied.
     *
     * @param reply its base stands before them
     * @param request as it came
     * @param base octets of the base packet
     * @param seal empty when there is no key
     * @param required whether extensions other than padding must be sealed
     */
    static void reflect(ByteBuf request, ByteBuf reply, int base, @Nullable StampSeal seal, boolean required) {
        int at = reply.readerIndex() + base;
        int end = reply.writerIndex();
        int seen = find(reply, at, end, HMAC);
        boolean trusted = seal == null || (seen < 0 ? !required || isOnlyPadding(reply, at, end) : true);
        if (seal != null && seen >= 0) {
            trusted = isSealed(request, base, seen - at, seal) && isOnlyPadding(reply, next(reply, seen), end);
        }
        if (!trusted) {
            markAll(reply, at, end);
            return;
        }
        while (at < end) {
            if (!isWhole(reply, at, end)) {
                reply.setByte(at, MALFORMED);
                return;
            }
            if (!answer(reply, at, seal != null)) {
                reply.setByte(at, MALFORMED);
                return;
            }
            at = next(reply, at);
        }
        if (seal != null && seen >= 0) {
            int from = reply.readerIndex() + base;
            reply.setBytes(seen + HEADER, seal.ofExtensions(reply, reply.readerIndex(), from, seen));
        }
    }

    /** Sets the flags of one, and fills it in; false when its length is not that of its type. */
    private static boolean answer(ByteBuf reply, int at, boolean sealed) {
        int type = reply.getUnsignedByte(at + 1);
        int length = reply.getUnsignedShort(at + 2);
        if (type == TIMESTAMP_INFORMATION) {
            if (length != Integer.BYTES) {
                return false;
            }
            reply.setInt(at + HEADER, CLOCK);
        }
        boolean understood = type == PADDING || type == TIMESTAMP_INFORMATION || (type == HMAC && sealed);
        reply.setByte(at, understood ? 0 : UNKNOWN);
        return true;
    }

    private static boolean isSealed(ByteBuf request, int base, int offset, StampSeal seal) {
        int from = request.readerIndex() + base;
        int at = from + offset;
        if (request.getUnsignedShort(at + 2) != StampSeal.LENGTH) {
            return false;
        }
        byte[] found = ByteBufUtil.getBytes(request, at + HEADER, StampSeal.LENGTH, true);
        return MessageDigest.isEqual(found, seal.ofExtensions(request, request.readerIndex(), from, at));
    }

    /** Where the first of a type begins; -1 when there is none, or not before a malformed one. */
    private static int find(ByteBuf packet, int from, int end, int type) {
        for (int at = from; isWhole(packet, at, end); at = next(packet, at)) {
            if (packet.getUnsignedByte(at + 1) == type) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isOnlyPadding(ByteBuf packet, int from, int end) {
        int at = from;
        while (isWhole(packet, at, end) && packet.getUnsignedByte(at + 1) == PADDING) {
            at = next(packet, at);
        }
        return at >= end;
    }

    private static void markAll(ByteBuf reply, int from, int end) {
        int at = from;
        while (at < end) {
            reply.setByte(at, TAMPERED);
            at = isWhole(reply, at, end) ? next(reply, at) : end;
        }
    }

    private static boolean isWhole(ByteBuf packet, int at, int end) {
        return at + HEADER <= end && next(packet, at) <= end;
    }

    private static int next(ByteBuf packet, int at) {
        return at + HEADER + packet.getUnsignedShort(at + 2);
    }
}
