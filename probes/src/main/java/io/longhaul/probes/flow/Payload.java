package io.longhaul.probes.flow;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.FileRegion;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.SplittableRandom;

/** What senders send: octets no compressor on the path can shrink. Shared by all senders. Thread-safe. */
final class Payload {
    /** Longest write, in octets. */
    static final int MAX = 1 << 20;

    private static final long SEED = 0x6c6f6e676861756cL;
    private static final ByteBuf BLOCK = randomBlock();
    private static final Optional<FileChannel> FILE = file();

    private Payload() {}

    /** A view of the first octets with its own indices, which nobody needs to release. */
    static ByteBuf view(int length) {
        if (length < 1 || length > MAX) {
            throw new IllegalArgumentException("length is not in 1…" + MAX + ": " + length);
        }
        return Unpooled.unreleasableBuffer(BLOCK.slice(0, length));
    }

    /** Whether the octets lie in a file too, from which the kernel sends without copying them. */
    static boolean hasFile() {
        return FILE.isPresent();
    }

    /** The first octets as a part of that file, for one write. */
    static FileRegion region(int length) {
        return new PayloadRegion(FILE.orElseThrow(), length);
    }

    private static ByteBuf randomBlock() {
        byte[] octets = new byte[MAX];
        var random = new SplittableRandom(SEED);
        random.nextBytes(octets);
        return Unpooled.directBuffer(MAX, MAX).writeBytes(octets);
    }

    /** A file without a name, so it is gone when the process is. */
    private static Optional<FileChannel> file() {
        try {
            Path path = Files.createTempFile("longhaul-payload", "");
            try {
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
                BLOCK.getBytes(0, channel, 0L, MAX);
                return Optional.of(channel);
            } finally {
                Files.delete(path);
            }
        } catch (IOException readOnly) {
            return Optional.empty();
        }
    }
}
