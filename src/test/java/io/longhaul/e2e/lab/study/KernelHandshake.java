package io.longhaul.e2e.lab.study;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One TCP handshake as the kernel timed it, from SYN to SYN-ACK, without the time a program takes to wake up: after a
 * handshake {@code tcpi_rtt} of TCP_INFO (tcp(7), linux/tcp.h) holds this one sample, in microseconds. Linux only. Safe
 * for use from any thread; the connection belongs to the network namespace of the calling thread.
 */
final class KernelHandshake {
    private static final int AF_INET = 2;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_INFO = 11;
    private static final int RTT_OFFSET = 68;
    private static final int INFO_BYTES = 104;
    private static final int ADDRESS_BYTES = 16;
    private static final double MICROS_PER_MILLI = 1e3;

    static {
        Native.register(KernelHandshake.class, Platform.C_LIBRARY_NAME);
    }

    private KernelHandshake() {}

    private static native int socket(int family, int type, int protocol);

    private static native int connect(int socket, Memory address, int length);

    private static native int getsockopt(int socket, int level, int option, Memory value, IntByReference length);

    private static native int close(int socket);

    /**
     * Connects, asks and closes.
     *
     * @return milliseconds
     * @throws IOException when any of the calls fails
     */
    static double millis(Inet4Address host, int port) throws IOException {
        int socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (socket < 0) {
            throw new IOException("socket: error " + Native.getLastError());
        }
        try (var address = new Memory(ADDRESS_BYTES);
                var info = new Memory(INFO_BYTES)) {
            ByteBuffer fields = address.getByteBuffer(0, ADDRESS_BYTES).order(ByteOrder.nativeOrder());
            fields.putShort((short) AF_INET);
            fields.order(ByteOrder.BIG_ENDIAN)
                    .putShort((short) port)
                    .put(host.getAddress())
                    .putLong(0);
            if (connect(socket, address, ADDRESS_BYTES) != 0) {
                throw new IOException("connect to " + host + ": error " + Native.getLastError());
            }
            if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info, new IntByReference(INFO_BYTES)) != 0) {
                throw new IOException("TCP_INFO: error " + Native.getLastError());
            }
            return info.getInt(RTT_OFFSET) / MICROS_PER_MILLI;
        } finally {
            close(socket);
        }
    }
}
