package io.longhaul.probes.wire;

import io.netty.buffer.ByteBuf;

/**
 * The first octets of a data datagram: the sender's clock in seconds and microseconds, then a sequence number from 1, of
 * 32 or 64 bits. Stateless.
 */
public final class DatagramHeader {
    /** Octets with a 64-bit sequence number: no datagram of a test is shorter. */
    public static final int LENGTH = 16;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int SEQUENCE = 8;
    private static final int NARROW_LENGTH = 12;
    private static final long UNSIGNED = 0xffff_ffffL;

    private DatagramHeader() {}

    /** Writes over the first octets of a datagram. */
    public static void write(ByteBuf datagram, long nanos, long sequence, boolean wide) {
        datagram.setInt(0, (int) (nanos / NANOS_PER_SECOND));
        datagram.setInt(Integer.BYTES, (int) (nanos % NANOS_PER_SECOND / NANOS_PER_MICRO));
        if (wide) {
            datagram.setLong(SEQUENCE, sequence);
        } else {
            datagram.setInt(SEQUENCE, (int) sequence);
        }
    }

    /** Whether so many octets can hold a header. */
    public static boolean fits(int octets, boolean wide) {
        return octets >= (wide ? LENGTH : NARROW_LENGTH);
    }

    /** The sender's clock, to the microsecond. */
    public static long nanos(ByteBuf datagram) {
        int at = datagram.readerIndex();
        return datagram.getUnsignedInt(at) * NANOS_PER_SECOND
                + datagram.getUnsignedInt(at + Integer.BYTES) * NANOS_PER_MICRO;
    }

    public static long sequence(ByteBuf datagram, boolean wide) {
        int at = datagram.readerIndex() + SEQUENCE;
        return wide ? datagram.getLong(at) : datagram.getInt(at) & UNSIGNED;
    }
}
