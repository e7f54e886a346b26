package io.longhaul.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The published data beside the project, read in place. */
public final class PublishedData {
    private static final Path DIRECTORY = Path.of(System.getProperty("longhaul.root"), "..", "shared", "data");

    private PublishedData() {}

    /** A file of the published data; skips the test, with the reason, where it is not there. */
    public static Path file(String name) {
        Path file = DIRECTORY.resolve(name);
        assumeTrue(Files.exists(file), "the published data are not beside the project: " + name);
        return file;
    }
}
