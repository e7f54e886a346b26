package io.longhaul.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A segment on disk. Confined to one thread. */
final class FileSegmentChannel implements SegmentChannel {
    private final FileChannel channel;

    private FileSegmentChannel(FileChannel channel) {
        this.channel = channel;
    }

    static FileSegmentChannel open(Path file) throws IOException {
        FileChannel channel = LogFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(channel.size());
        return new FileSegmentChannel(channel);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void append(byte[] octets) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(octets);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
