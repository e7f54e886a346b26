package io.longhaul.probes.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Hands out one receive buffer per event loop again and again: no allocation per read, and the buffer stays in the
 * processor's cache however many streams share the loop. A buffer that some handler still holds is left alone and an
 * ordinary one is handed out, so holding is safe, only slower. Thread-safe.
 */
public final class ReusedReceiveAllocator extends DefaultMaxMessagesRecvByteBufAllocator {
    /** Octets of one read at most. */
    public static final int READ_SIZE = 256 << 10;

    private static final int READS_PER_TURN = 4;

    private static final FastThreadLocal<ByteBuf> BUFFER = new FastThreadLocal<>() {
        @Override
        protected ByteBuf initialValue() {
            return Unpooled.directBuffer(READ_SIZE, READ_SIZE);
        }

        @Override
        protected void onRemoval(ByteBuf buffer) {
            buffer.release();
        }
    };

    public ReusedReceiveAllocator() {
        super(READS_PER_TURN);
    }

    @Override
    public MaxMessageHandle newHandle() {
        return new ReusingHandle();
    }

    private final class ReusingHandle extends MaxMessageHandle {
        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf buffer = BUFFER.get();
            return buffer.refCnt() == 1 ? buffer.clear().retain() : allocator.ioBuffer(READ_SIZE, READ_SIZE);
        }

        @Override
        public int guess() {
            return READ_SIZE;
        }
    }
}
