package io.longhaul.lab.faithful;

import java.util.Arrays;

/** What is to be known of each packet under way, by its slot in {@link PacketStore}. Confined to the emulator's thread. */
final class PacketNotes {
    private int[] lengths = new int[1 << 10];
    private long[] flows = new long[1 << 10];
    private byte[] stages = new byte[1 << 10];

    void remember(int slot, int length, long flow) {
        if (slot >= lengths.length) {
            int more = Math.max(slot + 1, 2 * lengths.length);
            lengths = Arrays.copyOf(lengths, more);
            flows = Arrays.copyOf(flows, more);
            stages = Arrays.copyOf(stages, more);
        }
        lengths[slot] = length;
        flows[slot] = flow;
    }

    int length(int slot) {
        return lengths[slot];
    }

    /** Its key in {@link FlowTable}. */
    long flow(int slot) {
        return flows[slot];
    }

    byte stage(int slot) {
        return stages[slot];
    }

    void setStage(int slot, byte stage) {
        stages[slot] = stage;
    }
}
