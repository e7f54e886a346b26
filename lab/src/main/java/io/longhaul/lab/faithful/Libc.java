package io.longhaul.lab.faithful;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * The system calls that Java 17 has no name for. Addresses are plain {@code long}s, so that a call allocates nothing.
 * Linux on 64 bits only.
 */
final class Libc {
    static final int CLONE_NEWNET = 0x40000000;
    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;
    static final int PR_SET_TIMERSLACK = 29;
    static final int SCHED_RR = 2;
    static final short POLLIN = 1;

    static {
        Native.register(Libc.class, Platform.C_LIBRARY_NAME);
    }

    private Libc() {}

    static native int open(String path, int flags);

    static native long read(int fd, long address, long count);

    static native long write(int fd, long address, long count);

    static native int ioctl(int fd, NativeLong request, Pointer argument);

    static native int setns(int fd, int type);

    static native int unshare(int flags);

    static native int ppoll(long fds, long count, long timeout, long signals);

    static native int prctl(int option, NativeLong a, NativeLong b, NativeLong c, NativeLong d);

    static native int sched_setscheduler(int pid, int policy, long parameter);

    static native int sched_setaffinity(int pid, long size, long mask);

    /** The error number of the last call of this thread. */
    static int errno() {
        return Native.getLastError();
    }
}
