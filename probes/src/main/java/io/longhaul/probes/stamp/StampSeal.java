package io.longhaul.probes.stamp;

import io.longhaul.probes.spec.AccessToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The HMAC of STAMP: HMAC-SHA-256 cut to 16 octets, over the first 96 octets of a packet (RFC 8762 section 4.4), or over the
 * sequence number and the extensions before it (RFC 8972 section 4.8). Immutable; thread-safe.
 */
final class StampSeal {
    /** Octets of it. */
    static final int LENGTH = 16;

    private final AccessToken key;

    StampSeal(AccessToken key) {
        this.key = key;
    }

    /** Seals the base of a packet, whose first octet is at a place. */
    void sealBase(ByteBuf packet, int at) {
        packet.setBytes(at + StampLayout.SEALED.length() - LENGTH, ofBase(packet, at));
    }

    /** Whether the base is as its sender made it. */
    boolean isSealed(ByteBuf packet, int at) {
        byte[] found = ByteBufUtil.getBytes(packet, at + StampLayout.SEALED.length() - LENGTH, LENGTH, true);
        return MessageDigest.isEqual(found, ofBase(packet, at));
    }

    private byte[] ofBase(ByteBuf packet, int at) {
        return cut(ByteBufUtil.getBytes(packet, at, StampLayout.SEALED.length() - LENGTH, true));
    }

    /** Of the sequence number at a place, and of extensions. */
    byte[] ofExtensions(ByteBuf packet, int sequenceAt, int from, int to) {
        byte[] text = new byte[Integer.BYTES + to - from];
        packet.getBytes(sequenceAt, text, 0, Integer.BYTES);
        packet.getBytes(from, text, Integer.BYTES, to - from);
        return cut(text);
    }

    private byte[] cut(byte[] text) {
        return Arrays.copyOf(key.authenticate(text), LENGTH);
    }
}
