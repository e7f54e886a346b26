package io.longhaul.store;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whole files: read at once, or replaced at once so that nobody ever sees half of one. Stateless. */
public final class FileAccess {
    private static final AtomicLong REPLACED = new AtomicLong();

    private FileAccess() {}

    /**
     * The text of a file, in UTF-8.
     *
     * @throws InvalidInputException when there is no such file
     * @throws StoreException when it cannot be read
     */
    public static String readText(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Replaces a file by new contents. The contents go to a file beside it, are forced to disk, and take the place of
     * the old file in one step; when that fails the old file stays as it was.
     *
     * @throws StoreException when the file cannot be written
     */
    public static void replace(Path file, String text) {
        Path target = file.toAbsolutePath();
        Path directory = parentOf(target);
        Path temporary = null;
        try {
            Files.createDirectories(directory);
            temporary = directory.resolve("." + target.getFileName() + "."
                    + ProcessHandle.current().pid() + "-" + REPLACED.incrementAndGet() + ".tmp");
            writeAndForce(temporary, text.getBytes(StandardCharsets.UTF_8));
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(directory);
        } catch (IOException e) {
            throw withRemoved(temporary, unwritable(file, e));
        }
    }

    /** Makes the names in a directory durable, on systems that let a directory be opened. */
    public static void forceDirectory(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (AccessDeniedException windowsOpensNoDirectory) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    /** The error for a file that cannot be read: wrong input when it is not there, a failure otherwise. */
    public static LonghaulException unreadable(Path file, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return new InvalidInputException(
                    "There is no file " + file + ".",
                    "Check the name; the directory is " + parentOf(file) + ".",
                    cause);
        }
        return new StoreException(
                "The file " + file + " cannot be read: " + reason(cause) + ".",
                "Check that it is a file and that you may read it.",
                cause);
    }

    /** The error for a file that cannot be written. */
    public static StoreException unwritable(Path file, IOException cause) {
        return new StoreException(
                "The file " + file + " cannot be written: " + reason(cause) + ".",
                "Check the free space of the disk and your rights in " + parentOf(file) + ".",
                cause);
    }

    private static Path parentOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static void writeAndForce(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    private static StoreException withRemoved(@Nullable Path temporary, StoreException error) {
        if (temporary != null) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                error.addSuppressed(e);
            }
        }
        return error;
    }

    /** The exception in words; {@code AccessDeniedException} and its like carry only a file name. */
    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replaceAll("Exception$", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        String message = e.getMessage();
        boolean onlyName = e instanceof FileSystemException fs && fs.getReason() == null;
        return message == null || onlyName ? kind.toLowerCase(Locale.ROOT) : message;
    }
}
