package io.longhaul.lab.faithful;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says that a process still needs a lab's files: a lock on a file among them, which the kernel lets go of however the
 * process ends. Safe for use from any thread.
 */
final class LabLock implements AutoCloseable {
    /**
     * Labs that this process has locked. It must not open their locks again: a process loses its lock on a file when it closes
     * any descriptor of it.
     */
    private static final Set<Path> MINE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    /** Who needs the files; each locks an octet of its own. */
    enum Holder {
        OWNER(0),
        LAB(1);

        private final long octet;

        Holder(long octet) {
            this.octet = octet;
        }
    }

    private LabLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** Locks until {@link #close} or the end of this process. */
    static LabLock take(LabDirectory directory, Holder holder) throws IOException {
        MINE.add(directory.path());
        var channel = FileChannel.open(directory.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock(holder.octet, 1, false) == null) {
            channel.close();
            throw new IOException("the lab " + directory.id() + " has another " + holder);
        }
        return new LabLock(directory.path(), channel);
    }

    /** Whether no process, this one included, needs the files any more. There must be a lock file. */
    static boolean isFree(LabDirectory directory) throws IOException {
        if (MINE.contains(directory.path())) {
            return false;
        }
        try (var channel = FileChannel.open(directory.lock(), StandardOpenOption.WRITE);
                FileLock both = channel.tryLock(0, Holder.values().length, false)) {
            return both != null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        MINE.remove(directory);
    }
}
