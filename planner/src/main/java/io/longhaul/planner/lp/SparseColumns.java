package io.longhaul.planner.lp;

import java.util.Arrays;

/** The columns of a program by their entries other than zero. Confined to one thread. */
final class SparseColumns {
    int count;
    int[][] rows = new int[64][];
    double[][] entries = new double[64][];
    /** What is minimised now. */
    double[] costs = new double[64];

    boolean[] basic = new boolean[64];
    private double[] stated = new double[64];
    private double costsCount = 1;
    private int rewarded;
    private double reward;

    int add(double cost, int[] inRows, double[] withEntries) {
        if (count == costs.length) {
            int capacity = 2 * costs.length;
            rows = Arrays.copyOf(rows, capacity);
            entries = Arrays.copyOf(entries, capacity);
            costs = Arrays.copyOf(costs, capacity);
            stated = Arrays.copyOf(stated, capacity);
            basic = Arrays.copyOf(basic, capacity);
        }
        rows[count] = inRows;
        entries[count] = withEntries;
        stated[count] = cost;
        weigh(count);
        return count++;
    }

    void aim(double newCostsCount, int row, double newReward) {
        costsCount = newCostsCount;
        rewarded = row;
        reward = newReward;
        for (int column = 0; column < count; column++) {
            weigh(column);
        }
    }

    private void weigh(int column) {
        double cost = costsCount * stated[column];
        for (int k = 0; reward != 0 && k < rows[column].length; k++) {
            cost -= rows[column][k] == rewarded ? reward * entries[column][k] : 0;
        }
        costs[column] = cost;
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

    /** The size of the numbers a reduced cost is the sum of: its rounding is some units in their last place. */
    double magnitude(int column, double[] multipliers) {
        double sum = Math.abs(costs[column]);
        for (int k = 0; k < rows[column].length; k++) {
            sum += Math.abs(multipliers[rows[column][k]] * entries[column][k]);
        }
        return sum;
    }
}
