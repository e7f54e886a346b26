package io.longhaul.store.log;

import io.longhaul.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Opens the files of a log. Its directory may be somebody else's, who put a link to another file there, or a pipe that
 * nobody answers: neither is opened. Stateless.
 */
final class LogFiles {
    private LogFiles() {}

    static InputStream read(Path file) throws IOException {
        requireRegular(file);
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    static FileChannel open(Path file, OpenOption... options) throws IOException {
        requireRegular(file);
        Set<OpenOption> all = new HashSet<>(Arrays.asList(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all);
    }

    /**
     * Refuses what is there and is no plain file.
     *
     * @throws StoreException when it is a link, a pipe, a device or a directory
     */
    static void requireRegular(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreException(
                    "The file " + file + " of a log is a link, a pipe, a device or a directory, and is not opened.",
                    "See who put it there; a log has plain files only.");
        }
    }
}
