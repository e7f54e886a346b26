package io.longhaul.planner.lp;

import java.util.Arrays;

/** Inverts a basis by Gauss-Jordan elimination with row pivoting; slack columns cost nothing. Stateless. */
final class BasisInverse {
    private BasisInverse() {}

    /**
     * Fills {@code inverse} and reorders {@code basis} so that row i of the inverse gives the basic variable i.
     *
     * @param basis column of each basic variable, {@code ~row} for a slack
     */
    static void compute(int size, int[] basis, int[][] columnRows, double[][] columnEntries, double[][] inverse) {
        for (int i = 0; i < size; i++) {
            Arrays.fill(inverse[i], 0, size, 0);
            inverse[i][i] = 1;
        }
        int[] structural = new int[size];
        int[] placed = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            placed[i] = Integer.MIN_VALUE;
        }
        for (int i = 0; i < size; i++) {
            if (basis[i] < 0) {
                placed[~basis[i]] = basis[i];
            } else {
                structural[count++] = basis[i];
            }
        }
        double[] column = new double[size];
        for (int c = 0; c < count; c++) {
            transform(size, columnRows[structural[c]], columnEntries[structural[c]], inverse, column);
            int row = largestFreeRow(size, placed, column);
            eliminate(size, row, column, inverse);
            placed[row] = structural[c];
        }
        System.arraycopy(placed, 0, basis, 0, size);
    }

    private static void transform(int size, int[] rows, double[] entries, double[][] inverse, double[] column) {
        for (int i = 0; i < size; i++) {
            double sum = 0;
            for (int k = 0; k < rows.length; k++) {
                sum += inverse[i][rows[k]] * entries[k];
            }
            column[i] = sum;
        }
    }

    private static int largestFreeRow(int size, int[] placed, double[] column) {
        int best = -1;
        for (int i = 0; i < size; i++) {
            if (placed[i] == Integer.MIN_VALUE && (best < 0 || Math.abs(column[i]) > Math.abs(column[best]))) {
                best = i;
            }
        }
        if (best < 0 || Math.abs(column[best]) < 1e-13) {
            throw new IllegalStateException("the basis is singular");
        }
        return best;
    }

    private static void eliminate(int size, int row, double[] column, double[][] inverse) {
        double[] pivotRow = inverse[row];
        double scale = 1 / column[row];
        for (int j = 0; j < size; j++) {
            pivotRow[j] *= scale;
        }
        for (int i = 0; i < size; i++) {
            if (i != row && column[i] != 0) {
                double factor = column[i];
                double[] target = inverse[i];
                for (int j = 0; j < size; j++) {
                    target[j] -= factor * pivotRow[j];
                }
            }
        }
    }
}
