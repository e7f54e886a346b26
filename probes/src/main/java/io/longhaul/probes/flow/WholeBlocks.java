package io.longhaul.probes.flow;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import io.netty.channel.MessageSizeEstimator;

/** Counts parts of files by their octets, so that a pending one makes its channel unwritable. Stateless. */
final class WholeBlocks implements MessageSizeEstimator, MessageSizeEstimator.Handle {
    static final WholeBlocks INSTANCE = new WholeBlocks();

    private WholeBlocks() {}

    @Override
    public Handle newHandle() {
        return this;
    }

    @Override
    public int size(Object message) {
        if (message instanceof FileRegion region) {
            return (int) region.count();
        }
        return message instanceof ByteBuf octets ? octets.readableBytes() : 0;
    }
}
