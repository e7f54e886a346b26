package io.longhaul.store;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whole files: read at once, or replaced at once so that nobody ever sees half of one. Stateless. */
public final class FileAccess {
    /** The largest that is read whole, a report of iperf3 over a day, has a quarter of this. */
    private static final int MOST_OCTETS = 256 << 20;

    private static final AtomicLong REPLACED = new AtomicLong();

    private FileAccess() {}

    /**
     * The text of a file, in UTF-8. It may be a pipe.
     *
     * @throws InvalidInputException when there is no such file, it is no text, or longer than any that is meant to be read whole
     * @throws StoreException when it cannot be read
     */
    public static String readText(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] octets = in.readNBytes(MOST_OCTETS + 1);
            if (octets.length > MOST_OCTETS) {
                throw new InvalidInputException(
                        "The file " + file + " is longer than " + MOST_OCTETS + " octets.",
                        "No file that is read here is: check the name.");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(
                    "The file " + file + " is no text in UTF-8.", "Check the name, or save it in UTF-8.", e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Replaces a file by new contents. The contents go to a file beside it, are forced to disk, and take the place of
     * the old file in one step; when that fails the old file stays as it was. A link stays, and the file it leads to is
     * replaced; a device, a pipe or a name of an open file is written to, and stays what it is.
     *
     * @throws StoreException when the file cannot be written, or is a directory
     */
    public static void replace(Path file, String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        Path temporary = null;
        try {
            if (isStream(file)) {
                write(file, octets, StandardOpenOption.WRITE);
                return;
            }
            Path target = regular(file);
            Files.createDirectories(parentOf(target));
            temporary = beside(target);
            write(temporary, octets, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(parentOf(target));
        } catch (IOException e) {
            throw withRemoved(temporary, unwritable(file, e));
        }
    }

    /** A name of its own beside a file, which nobody else can have taken. */
    public static Path beside(Path target) {
        return target.resolveSibling("." + target.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + REPLACED.incrementAndGet() + ".tmp");
    }

    /**
     * The file that may be replaced by another: itself, or the one a link leads to.
     *
     * @throws IOException when it is there and no regular file, or a link to nothing
     */
    public static Path regular(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        if (Files.isSymbolicLink(target)) {
            target = target.toRealPath();
        }
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(Files.isDirectory(target) ? "it is a directory" : "it is no regular file");
        }
        return target;
    }

    /** Whether what is written there goes on to somebody else: devices, pipes, and what /dev and /proc call open files. */
    private static boolean isStream(Path file) {
        Path name = file.toAbsolutePath().normalize();
        boolean system = name.startsWith("/dev") || name.startsWith("/proc");
        return Files.exists(name) && !Files.isDirectory(name) && (system || !Files.isRegularFile(name));
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

    private static void write(Path file, byte[] octets, OpenOption... options) throws IOException {
        try (FileChannel channel = FileChannel.open(file, options)) {
            ByteBuffer buffer = ByteBuffer.wrap(octets);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            if (Files.isRegularFile(file)) {
                channel.force(true);
            }
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
