package io.longhaul.lab.faithful;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Room for the packets under way, outside the heap: slots of 2 KiB in blocks that are added when needed, up to a limit.
 * A slot is an {@code int}. Confined to the emulator's thread.
 */
final class PacketStore {
    static final int SLOT_BYTES = 2_048;
    private static final int SLOTS_PER_BLOCK = 512;

    private final int mostSlots;
    private ByteBuffer[] blocks = new ByteBuffer[0];
    private long[] addresses = new long[0];
    private int[] free = new int[0];
    private int freeCount;
    private int slots;

    PacketStore(int mostSlots) {
        this.mostSlots = mostSlots;
    }

    /** A free slot, or -1 when the limit is reached. */
    int acquire() {
        if (freeCount == 0 && !grow()) {
            return -1;
        }
        return free[--freeCount];
    }

    void release(int slot) {
        free[freeCount++] = slot;
    }

    long address(int slot) {
        return addresses[slot / SLOTS_PER_BLOCK] + (long) (slot % SLOTS_PER_BLOCK) * SLOT_BYTES;
    }

    /** The buffer that holds a slot; its octets begin at {@link #offset}. */
    ByteBuffer block(int slot) {
        return blocks[slot / SLOTS_PER_BLOCK];
    }

    int offset(int slot) {
        return slot % SLOTS_PER_BLOCK * SLOT_BYTES;
    }

    private boolean grow() {
        if (slots + SLOTS_PER_BLOCK > mostSlots) {
            return false;
        }
        var block = ByteBuffer.allocateDirect(SLOTS_PER_BLOCK * SLOT_BYTES);
        blocks = Arrays.copyOf(blocks, blocks.length + 1);
        blocks[blocks.length - 1] = block;
        addresses = Arrays.copyOf(addresses, blocks.length);
        addresses[blocks.length - 1] = Pointer.nativeValue(Native.getDirectBufferPointer(block));
        free = Arrays.copyOf(free, slots + SLOTS_PER_BLOCK);
        for (int slot = slots + SLOTS_PER_BLOCK - 1; slot >= slots; slot--) {
            free[freeCount++] = slot;
        }
        slots += SLOTS_PER_BLOCK;
        return true;
    }
}
