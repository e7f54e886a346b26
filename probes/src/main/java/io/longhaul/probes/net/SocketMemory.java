package io.longhaul.probes.net;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's account of a socket's send memory: Linux SO_MEMINFO (since 4.12). Both figures include the kernel's own overhead, which is
 * many times the payload of tiny writes. Immutable.
 *
 * @param sendBuffer octets it may hold
 * @param sendQueue octets it holds, sent and not acknowledged or not sent yet
 */
public record SocketMemory(long sendBuffer, long sendQueue) {
    /** Octets of the array of figures. */
    static final int LENGTH = 36;

    private static final int SEND_BUFFER = 12;
    private static final int SEND_QUEUE = 20;
    private static final long UNSIGNED = 0xffff_ffffL;

    static SocketMemory parse(ByteBuffer figures) {
        ByteBuffer in = figures.slice().order(ByteOrder.nativeOrder());
        return new SocketMemory(in.getInt(SEND_BUFFER) & UNSIGNED, in.getInt(SEND_QUEUE) & UNSIGNED);
    }

    /** Whether the kernel wakes a sender: when what is free is at least half of what is held. */
    public boolean isWritable() {
        return 2 * (sendBuffer - sendQueue) >= sendQueue;
    }
}
