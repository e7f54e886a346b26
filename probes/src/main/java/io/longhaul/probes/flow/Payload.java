package io.longhaul.probes.flow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.SplittableRandom;

/** What senders send: octets no compressor on the path can shrink. Shared by all senders. Thread-safe. */
final class Payload {
    /** Longest write, in octets. */
    static final int MAX = 1 << 20;

    private static final long SEED = 0x6c6f6e676861756cL;
    private static final ByteBuf BLOCK = randomBlock();

    private Payload() {}

    /** A view of the first octets with its own indices, which nobody needs to release. */
    static ByteBuf view(int length) {
        if (length < 1 || length > MAX) {
            throw new IllegalArgumentException("length is not in 1…" + MAX + ": " + length);
        }
        return Unpooled.unreleasableBuffer(BLOCK.slice(0, length));
    }

    private static ByteBuf randomBlock() {
        byte[] octets = new byte[MAX];
        var random = new SplittableRandom(SEED);
        random.nextBytes(octets);
        return Unpooled.directBuffer(MAX, MAX).writeBytes(octets);
    }
}
