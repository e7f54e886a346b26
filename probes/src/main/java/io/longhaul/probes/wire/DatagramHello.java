package io.longhaul.probes.wire;

import io.netty.buffer.ByteBuf;

/** The four octets that open a stream of datagrams, and their answer; each has an older form. Stateless. */
public final class DatagramHello {
    public static final int LENGTH = 4;

    /** "9876". */
    public static final int REQUEST = 0x39383736;

    /** "6789". */
    public static final int REPLY = 0x36373839;

    private static final int OLD_REQUEST = 0x15cd5b07;
    private static final int OLD_REPLY = 0xb168de3a;

    private DatagramHello() {}

    public static boolean isRequest(ByteBuf datagram) {
        return isOneOf(datagram, REQUEST, OLD_REQUEST);
    }

    public static boolean isReply(ByteBuf datagram) {
        return isOneOf(datagram, REPLY, OLD_REPLY);
    }

    private static boolean isOneOf(ByteBuf datagram, int usual, int old) {
        if (datagram.readableBytes() != LENGTH) {
            return false;
        }
        int value = datagram.getInt(datagram.readerIndex());
        return value == usual || value == old;
    }
}
