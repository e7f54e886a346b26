package io.longhaul.lab.faithful;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** The tun devices of all sites, waited for together. Confined to the emulator's thread. */
final class Devices {
    private static final int POLLFD_BYTES = 8;

    private final int[] fds;
    private final Memory polled;
    private final Memory timeout = new Memory(16);
    private final long polledAddress;
    private final long timeoutAddress;
    private long failedWrites;

    Devices(int[] fds) {
        this.fds = fds.clone();
        polled = new Memory((long) fds.length * POLLFD_BYTES);
        polled.clear();
        for (int i = 0; i < fds.length; i++) {
            polled.setInt((long) i * POLLFD_BYTES, fds[i]);
            polled.setShort((long) i * POLLFD_BYTES + 4, Libc.POLLIN);
        }
        polledAddress = Pointer.nativeValue(polled);
        timeoutAddress = Pointer.nativeValue(timeout);
    }

    int count() {
        return fds.length;
    }

    /** Waits until a device has a packet, or the time is over; whether there is a packet. */
    boolean poll(double nanos) {
        setTimeout(nanos);
        return Libc.ppoll(polledAddress, fds.length, timeoutAddress, 0) > 0;
    }

    void sleep(double nanos) {
        setTimeout(nanos);
        Libc.ppoll(0, 0, timeoutAddress, 0);
    }

    private void setTimeout(double nanos) {
        timeout.setLong(0, 0);
        timeout.setLong(8, (long) nanos);
    }

    /** Whether the last {@link #poll} found packets at a site. */
    boolean isReadable(int site) {
        return polled.getShort((long) site * POLLFD_BYTES + 6) != 0;
    }

    /** Reads a packet; -1 when there is none. */
    int read(int site, long address, int most) {
        return (int) Libc.read(fds[site], address, most);
    }

    void write(int site, long address, int length) {
        if (Libc.write(fds[site], address, length) != length) {
            failedWrites++;
        }
    }

    long failedWrites() {
        return failedWrites;
    }
}
