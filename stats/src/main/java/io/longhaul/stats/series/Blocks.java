package io.longhaul.stats.series;

/** Averages of consecutive samples. Stateless; safe from any thread. */
public final class Blocks {
    private Blocks() {}

    /** Means of whole blocks of {@code size} samples; a last incomplete block is left out. */
    public static double[] means(double[] series, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("block size is below one: " + size);
        }
        double[] means = new double[series.length / size];
        for (int b = 0; b < means.length; b++) {
            double sum = 0;
            for (int i = b * size; i < (b + 1) * size; i++) {
                sum += series[i];
            }
            means[b] = sum / size;
        }
        return means;
    }

    /** The series itself when it has at most {@code most} samples, else block means that do. */
    public static double[] atMost(double[] series, int most) {
        if (series.length <= most) {
            return series;
        }
        return means(series, (int) ((series.length + (long) most - 1) / most));
    }
}
