package io.longhaul.lab.faithful;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** Which cores the emulator and the kernel's receiving run on: the emulator on the last, the rest on the others. Stateless. */
final class CpuShare {
    private static final int MOST = 64;

    private CpuShare() {}

    /** The cores that are not the emulator's, a bit each; 0 where there is only one, or more than can be told apart. */
    static long mask() {
        int cores = Runtime.getRuntime().availableProcessors();
        return cores < 2 || cores > MOST ? 0 : (1L << (cores - 1)) - 1;
    }

    /** Keeps the calling thread on the last core; nothing happens where that is not allowed. */
    static void pinEmulator() {
        if (mask() != 0) {
            try (var only = new Memory(8)) {
                only.setLong(0, mask() + 1);
                Libc.sched_setaffinity(0, 8, Pointer.nativeValue(only));
            }
        }
    }
}
