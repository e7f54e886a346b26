package io.longhaul.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Where experiments leave their tables, and the statistics they share. */
final class StudyFiles {
    private StudyFiles() {}

    static Path write(String name, String text) throws IOException {
        Path directory = Path.of(System.getProperty("longhaul.root", ".."), "lab", "target", "study");
        Files.createDirectories(directory);
        return Files.writeString(directory.resolve(name), text);
    }

    static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /** The smallest value that at least a share of the values do not exceed. */
    static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }
}
