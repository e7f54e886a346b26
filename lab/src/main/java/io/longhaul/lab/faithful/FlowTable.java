package io.longhaul.lab.faithful;

import java.util.Arrays;

/**
 * The flows seen, by sites, protocol and ports, with their counters in arrays. When it is full, flows that rested longest
 * are forgotten. Confined to the emulator's thread.
 */
final class FlowTable {
    private static final int CAPACITY = 1 << 15;
    private static final int MOST = CAPACITY * 3 / 4;

    private final long[] keys = new long[CAPACITY];
    private final boolean[] used = new boolean[CAPACITY];
    final double[] firstAt = new double[CAPACITY];
    final double[] lastAt = new double[CAPACITY];
    final double[] freeAt = new double[CAPACITY];
    final long[] taken = new long[CAPACITY];
    final long[] delivered = new long[CAPACITY];
    final long[] window = new long[CAPACITY];
    final byte[] windowScale = new byte[CAPACITY];
    private int size;

    /** Sites, protocol and ports in one number: 12, 12, 8, 16 and 16 bits. */
    static long key(int from, int to, int protocol, int sourcePort, int destinationPort) {
        return (long) from << 52 | (long) to << 40 | (long) protocol << 32 | (long) sourcePort << 16 | destinationPort;
    }

    static int from(long key) {
        return (int) (key >>> 52);
    }

    static int to(long key) {
        return (int) (key >>> 40) & 0xfff;
    }

    /** The flow's index, new if need be. An index stays valid until {@link #find} is called for a new flow. */
    int find(long key, double now) {
        int at = slot(key);
        if (!used[at]) {
            if (size >= MOST) {
                forgetRested();
                at = slot(key);
            }
            used[at] = true;
            keys[at] = key;
            firstAt[at] = now;
            size++;
        }
        lastAt[at] = now;
        return at;
    }

    /** Octets of a flow that the emulator took; nothing happens when it is not known any more. */
    void countTaken(long key, int octets) {
        int at = slot(key);
        taken[at] += used[at] ? octets : 0;
    }

    /** Octets of a flow that the emulator delivered; nothing happens when it is not known any more. */
    void countDelivered(long key, int octets) {
        int at = slot(key);
        delivered[at] += used[at] ? octets : 0;
    }

    /** Notes the receive window that a packet of a flow advertises, if it does. */
    void noteWindow(int flow, PacketHeader header) {
        if (header.syn) {
            windowScale[flow] = (byte) header.windowScale;
        } else if (header.window >= 0) {
            window[flow] = Math.max(window[flow], (long) header.window << windowScale[flow]);
        }
    }

    int capacity() {
        return CAPACITY;
    }

    boolean isUsed(int index) {
        return used[index];
    }

    long key(int index) {
        return keys[index];
    }

    private int slot(long key) {
        int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 49) & (CAPACITY - 1);
        while (used[at] && keys[at] != key) {
            at = (at + 1) & (CAPACITY - 1);
        }
        return at;
    }

    private void forgetRested() {
        double[] rests = new double[size];
        int count = 0;
        for (int i = 0; i < CAPACITY; i++) {
            if (used[i]) {
                rests[count++] = lastAt[i];
            }
        }
        Arrays.sort(rests);
        double median = rests[size / 2];
        var kept = new FlowTable();
        for (int i = 0; i < CAPACITY; i++) {
            if (used[i] && lastAt[i] > median) {
                kept.copy(this, i);
            }
        }
        System.arraycopy(kept.keys, 0, keys, 0, CAPACITY);
        System.arraycopy(kept.used, 0, used, 0, CAPACITY);
        System.arraycopy(kept.firstAt, 0, firstAt, 0, CAPACITY);
        System.arraycopy(kept.lastAt, 0, lastAt, 0, CAPACITY);
        System.arraycopy(kept.freeAt, 0, freeAt, 0, CAPACITY);
        System.arraycopy(kept.taken, 0, taken, 0, CAPACITY);
        System.arraycopy(kept.delivered, 0, delivered, 0, CAPACITY);
        System.arraycopy(kept.window, 0, window, 0, CAPACITY);
        System.arraycopy(kept.windowScale, 0, windowScale, 0, CAPACITY);
        size = kept.size;
    }

    private void copy(FlowTable other, int index) {
        int at = slot(other.keys[index]);
        used[at] = true;
        keys[at] = other.keys[index];
        firstAt[at] = other.firstAt[index];
        lastAt[at] = other.lastAt[index];
        freeAt[at] = other.freeAt[index];
        taken[at] = other.taken[index];
        delivered[at] = other.delivered[index];
        window[at] = other.window[index];
        windowScale[at] = other.windowScale[index];
        size++;
    }
}
