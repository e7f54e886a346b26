package io.longhaul.lab.portable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** The octets of a stream that are under way: a ring outside the heap that grows when it must. Confined to one thread. */
final class ByteRing {
    private static final int SMALLEST = 16 << 10;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
    private int head;
    private int size;

    /** Reads once, at most so many octets; as {@link ReadableByteChannel#read}. */
    int readFrom(ReadableByteChannel channel, int most) throws IOException {
        ensureRoom(most);
        int tail = (head + size) & (buffer.capacity() - 1);
        buffer.limit(Math.min(buffer.capacity(), tail + most)).position(tail);
        int count = channel.read(buffer);
        size += Math.max(0, count);
        return count;
    }

    /** Writes at most so many octets, as many as the channel takes. */
    int writeTo(WritableByteChannel channel, int most) throws IOException {
        int written = 0;
        while (written < most) {
            int length = Math.min(most - written, buffer.capacity() - head);
            buffer.limit(head + length).position(head);
            int count = channel.write(buffer);
            head = (head + count) & (buffer.capacity() - 1);
            size -= count;
            written += count;
            if (count < length) {
                break;
            }
        }
        return written;
    }

    void clear() {
        buffer = ByteBuffer.allocateDirect(0);
        head = 0;
        size = 0;
    }

    private void ensureRoom(int more) {
        if (size + more <= buffer.capacity()) {
            return;
        }
        int capacity = Math.max(SMALLEST, Integer.highestOneBit(size + more - 1) << 1);
        var larger = ByteBuffer.allocateDirect(capacity);
        int first = Math.min(size, buffer.capacity() - head);
        larger.put(buffer.limit(head + first).position(head));
        if (first < size) {
            larger.put(buffer.limit(size - first).position(0));
        }
        buffer = larger;
        head = 0;
    }
}
