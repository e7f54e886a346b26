package io.longhaul.store.log;

import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One file of a log. Immutable.
 *
 * @param file {@code segment-000001.jsonl} and so on
 * @param number from 1, in the order of writing
 */
record Segment(Path file, int number) {
    private static final Pattern NAME = Pattern.compile("segment-(\\d{6,9})\\.jsonl");

    private static final int LAST = 999_999_999;

    static Segment first(Path directory) {
        return new Segment(directory.resolve(name(1)), 1);
    }

    /** @throws StoreException when there are as many as names for them */
    Segment next() {
        if (number == LAST) {
            throw new StoreException(
                    "The log ends with " + file + ", after which there is no name for another segment.",
                    "Write into a new log.");
        }
        return new Segment(file.resolveSibling(name(number + 1)), number + 1);
    }

    /** The segments of a log in the order of writing; other files are left alone. */
    static List<Segment> list(Path directory) {
        List<Segment> segments = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Matcher matcher = NAME.matcher(String.valueOf(file.getFileName()));
                if (matcher.matches()) {
                    segments.add(new Segment(file, Integer.parseInt(matcher.group(1))));
                }
            }
        } catch (IOException e) {
            throw FileAccess.unreadable(directory, e);
        }
        segments.sort(Comparator.comparingInt(Segment::number));
        return segments;
    }

    private static String name(int number) {
        return String.format(Locale.ROOT, "segment-%06d.jsonl", number);
    }
}
