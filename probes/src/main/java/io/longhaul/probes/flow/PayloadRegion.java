package io.longhaul.probes.flow;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A part of a file that stays open for others when this is released. Confined to one event loop. */
final class PayloadRegion extends DefaultFileRegion {
    PayloadRegion(FileChannel file, long length) {
        super(file, 0, length);
    }

    @Override
    protected void deallocate() {
        // the file serves all senders
    }
}
