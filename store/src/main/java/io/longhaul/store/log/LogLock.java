package io.longhaul.store.log;

import io.longhaul.core.text.Printable;
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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to write a log, one holder at a time on one machine. The operating system gives it back when the holder
 * dies. The file says who holds it, for messages only. Safe for any thread.
 */
final class LogLock implements Closeable {
    /** Far behind the text, so that the text can be read while the lock is held, also where locks are mandatory. */
    private static final long LOCKED_OCTET = 1L << 40;

    private static final int MOST_OF_HOLDER = 64;

    private final Path file;
    private final FileChannel channel;
    private final Optional<Object> identity;

    private LogLock(Path file, FileChannel channel, Optional<Object> identity) {
        this.file = file;
        this.channel = channel;
        this.identity = identity;
    }

    /**
     * Takes the lock.
     *
     * @throws StoreException when someone holds it; the message says which process
     */
    static LogLock take(Path directory) {
        Path file = directory.resolve("writer.lock");
        try {
            FileChannel channel =
                    LogFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                if (tryLock(channel) == null) {
                    throw held(directory, channel);
                }
                channel.truncate(0);
                String holder = "process " + ProcessHandle.current().pid() + "\n";
                channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
                return new LogLock(file, channel, identity(file));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileAccess.unwritable(file, e);
        }
    }

    /**
     * Checks that the lock is still the one that others would have to take: who deletes its file lets a second writer in.
     *
     * @throws StoreException when the file is gone or another one
     */
    void requireHeld() throws IOException {
        boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!there || !identity(file).equals(identity)) {
            throw new StoreException(
                    "The lock " + file + " of this writer was " + (there ? "replaced" : "removed")
                            + ": another may be writing the log by now.",
                    "Nothing more is written. Leave that file alone while a log is written, and run this again.");
        }
    }

    /** Of the file of that name; empty where the system tells none. */
    private static Optional<Object> identity(Path file) throws IOException {
        return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey());
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_OCTET, 1, false);
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private static StoreException held(Path directory, FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MOST_OF_HOLDER);
        channel.read(text, 0);
        String holder = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
        return new StoreException(
                "The log " + directory + " is being written by "
                        + (holder.isEmpty() ? "another process" : Printable.of(holder)) + ".",
                "Wait until it is done, or write into another log; a log has one writer at a time.");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
