package io.longhaul.planner.lp;

import java.util.Arrays;

/** The columns of a program by their entries other than zero. Confined to one thread. */
final class SparseColumns {
    int count;
    int[][] rows = new int[64][];
    double[][] entries = new double[64][];
    double[] costs = new double[64];
    boolean[] basic = new boolean[64];

    int add(double cost, int[] inRows, double[] withEntries) {
        if (count == costs.length) {
            int capacity = 2 * costs.length;
            rows = Arrays.copyOf(rows, capacity);
            entries = Arrays.copyOf(entries, capacity);
            costs = Arrays.copyOf(costs, capacity);
            basic = Arrays.copyOf(basic, capacity);
        }
        rows[count] = inRows;
        entries[count] = withEntries;
        costs[count] = cost;
        return count++;
    }

    /** Gives a column one entry more. */
    void extend(int column, int row, double entry) {
        int[] old = rows[column];
        rows[column] = Arrays.copyOf(old, old.length + 1);
        rows[column][old.length] = row;
        entries[column] = Arrays.copyOf(entries[column], old.length + 1);
        entries[column][old.length] = entry;
    }

    double reducedCost(int column, double[] multipliers) {
        int[] inRows = rows[column];
        double[] withEntries = entries[column];
        double reduced = costs[column];
        for (int k = 0; k < inRows.length; k++) {
            reduced -= multipliers[inRows[k]] * withEntries[k];
        }
        return reduced;
    }
}
