package io.longhaul.e2e.lab.study;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** Statistics and number formats that the experiments share. Stateless. */
final class StudyFigures {
    static final double MEGA = 1e6;

    private StudyFigures() {}

    static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /** The smallest value that at least a share of the values do not exceed. */
    static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** In Mbit/s with one decimal. */
    static String megabits(double bitsPerSecond) {
        return format("%.1f", bitsPerSecond / MEGA);
    }
}
