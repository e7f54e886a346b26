package io.longhaul.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the studies leave their tables: {@code target/studies}. */
public final class StudyTable {
    private StudyTable() {}

    /** Writes a table, in place of an older one of that name. */
    public static void write(String name, String text) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "studies"));
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
