package io.longhaul.store.log;

import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a log, one holder at a time on one machine. The operating system gives it back when the holder
 * dies. The file says who holds it, for messages only. Safe for any thread.
 */
final class LogLock implements Closeable {
    /** Far behind the text, so that the text can be read while the lock is held, also where locks are mandatory. */
    private static final long LOCKED_OCTET = 1L << 40;

    private final FileChannel channel;

    private LogLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws StoreException when someone holds it; the message says which process
     */
    static LogLock take(Path directory) {
        Path file = directory.resolve("writer.lock");
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                if (tryLock(channel) == null) {
                    throw held(directory, file);
                }
                channel.truncate(0);
                String holder = "process " + ProcessHandle.current().pid() + "\n";
                channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
                return new LogLock(channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileAccess.unwritable(file, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_OCTET, 1, false);
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private static StoreException held(Path directory, Path file) throws IOException {
        String holder = Files.readString(file, StandardCharsets.UTF_8).strip();
        return new StoreException(
                "The log " + directory + " is being written by " + (holder.isEmpty() ? "another process" : holder)
                        + ".",
                "Wait until it is done, or write into another log; a log has one writer at a time.");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
