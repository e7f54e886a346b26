package io.longhaul.store.csv;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Samples of one thing: one number a line; blank lines and lines that begin with # are passed over. Stateless. */
public final class SampleFile {
    private SampleFile() {}

    /**
     * All numbers of a file, in its order.
     *
     * @throws InvalidInputException when the file is missing, is empty, or has a line that is no number of zero or more
     */
    public static double[] read(Path file) {
        List<String> lines = FileAccess.readText(file).lines().toList();
        double[] samples = new double[lines.size()];
        int count = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                samples[count++] = number(file, i + 1, line);
            }
        }
        if (count == 0 || Arrays.stream(samples).sum() <= 0) {
            throw new InvalidInputException(
                    "The file " + file + " holds no sample above zero.", "Write one number a line.");
        }
        return Arrays.copyOf(samples, count);
    }

    private static double number(Path file, int line, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new InvalidInputException(
                "Line " + line + " of " + file + " (" + text + ") is not a number of zero or more.",
                "Write one number a line, as 16500; lines that begin with # are passed over.");
    }
}
