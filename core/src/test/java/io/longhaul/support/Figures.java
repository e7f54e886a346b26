package io.longhaul.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Keeps the figures that tests compute in {@code target/statistics}, from where {@code docs/statistics.md} quotes them. */
public final class Figures {
    private static final Path FOLDER = Path.of("target", "statistics");
    private static final Map<String, SortedSet<String>> TABLES = new TreeMap<>();

    private Figures() {}

    /** Adds a row to a table, which is written anew, sorted. */
    public static synchronized void row(String table, String row) {
        SortedSet<String> rows = TABLES.computeIfAbsent(table, name -> new TreeSet<>());
        rows.add(row);
        try {
            Files.createDirectories(FOLDER);
            Files.write(FOLDER.resolve(table + ".txt"), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
