package io.longhaul.planner.lp;

import java.util.Arrays;

/** A basis with its dense inverse, the values of its variables and the multipliers of the rows. Confined to one thread. */
final class Basis {
    /** No pivot of a basis with columns of entries near 1 is smaller. */
    private static final double SINGULAR = 1e-13;

    private final SparseColumns columns;
    int rowCount;
    double[] limits = new double[32];
    double[] values = new double[32];
    double[] multipliers = new double[32];
    /** What one unit of the entering variable takes from each basic one. */
    double[] direction = new double[32];

    boolean[] basicSlack = new boolean[32];
    /** Rows whose slack must stay at zero. */
    boolean[] held = new boolean[32];

    /** Column of each basic variable; {@code ~row} for a slack. */
    int[] variables = new int[32];

    private double[][] inverse = new double[32][];

    Basis(SparseColumns columns) {
        this.columns = columns;
    }

    /** Adds a row whose slack is basic. */
    int addRow(double limit) {
        if (rowCount == limits.length) {
            grow();
        }
        int row = rowCount++;
        limits[row] = limit;
        for (int i = 0; i < row; i++) {
            inverse[i][row] = 0;
        }
        inverse[row] = new double[limits.length];
        inverse[row][row] = 1;
        variables[row] = ~row;
        basicSlack[row] = true;
        values[row] = limit;
        return row;
    }

    private void grow() {
        int capacity = 2 * limits.length;
        limits = Arrays.copyOf(limits, capacity);
        inverse = Arrays.copyOf(inverse, capacity);
        for (int i = 0; i < rowCount; i++) {
            inverse[i] = Arrays.copyOf(inverse[i], capacity);
        }
        values = Arrays.copyOf(values, capacity);
        variables = Arrays.copyOf(variables, capacity);
        basicSlack = Arrays.copyOf(basicSlack, capacity);
        held = Arrays.copyOf(held, capacity);
        multipliers = Arrays.copyOf(multipliers, capacity);
        direction = Arrays.copyOf(direction, capacity);
    }

    /** Gives an existing column an entry in the newest row, whose slack is basic. */
    void extend(int row, int column, double entry) {
        columns.extend(column, row, entry);
        if (!columns.basic[column]) {
            return;
        }
        int position = positionOf(column);
        for (int j = 0; j < row; j++) {
            inverse[row][j] -= entry * inverse[position][j];
        }
        values[row] -= entry * values[position];
        if (values[row] < -1e-6 * (1 + limits[row])) {
            throw new IllegalArgumentException("the present solution breaks the new row by " + -values[row]);
        }
        values[row] = Math.max(0, values[row]);
    }

    void computeDirection(int entering) {
        if (entering < 0) {
            for (int i = 0; i < rowCount; i++) {
                direction[i] = inverse[i][~entering];
            }
            return;
        }
        int[] rows = columns.rows[entering];
        double[] entries = columns.entries[entering];
        for (int i = 0; i < rowCount; i++) {
            double[] row = inverse[i];
            double sum = 0;
            for (int k = 0; k < rows.length; k++) {
                sum += row[rows[k]] * entries[k];
            }
            direction[i] = sum;
        }
    }

    /**
     * Exchanges a variable along {@link #direction}.
     *
     * @param leaving position of the variable that leaves
     * @param reduced reduced cost of the one that enters
     */
    void exchange(int entering, int leaving, double reduced) {
        eliminate(leaving);
        double step = values[leaving] / direction[leaving];
        for (int i = 0; i < rowCount; i++) {
            if (i != leaving && direction[i] != 0) {
                values[i] = Math.max(0, values[i] - direction[i] * step);
            }
        }
        double[] pivotRow = inverse[leaving];
        values[leaving] = Math.max(0, step);
        for (int j = 0; j < rowCount; j++) {
            multipliers[j] += reduced * pivotRow[j];
        }
        mark(variables[leaving], false);
        variables[leaving] = entering;
        mark(entering, true);
    }

    private void mark(int variable, boolean basic) {
        if (variable >= 0) {
            columns.basic[variable] = basic;
        } else {
            basicSlack[~variable] = basic;
        }
    }

    void computeMultipliers() {
        Arrays.fill(multipliers, 0, rowCount, 0);
        for (int i = 0; i < rowCount; i++) {
            double cost = variables[i] >= 0 ? columns.costs[variables[i]] : 0;
            if (cost != 0) {
                double[] row = inverse[i];
                for (int j = 0; j < rowCount; j++) {
                    multipliers[j] += cost * row[j];
                }
            }
        }
    }

    /** Makes a row an equality at its present left side: its slack may be basic still, but only at zero. */
    void hold(int row) {
        held[row] = true;
        if (basicSlack[row]) {
            int position = positionOf(~row);
            limits[row] -= values[position];
            values[position] = 0;
        }
    }

    /** Whether the basic variable of a position may not move from zero. */
    boolean holdsAt(int position) {
        return variables[position] < 0 && held[~variables[position]];
    }

    /** Leaves the basis for that of the slacks, where x = 0; rows that are held are let go. */
    void restart() {
        Arrays.fill(columns.basic, false);
        Arrays.fill(held, false);
        for (int i = 0; i < rowCount; i++) {
            variables[i] = ~i;
            basicSlack[i] = true;
            values[i] = limits[i];
            Arrays.fill(inverse[i], 0, rowCount, 0);
            inverse[i][i] = 1;
        }
        computeMultipliers();
    }

    /**
     * Computes the inverse, the values and the multipliers afresh.
     *
     * @param lost a solution more negative than this is none
     * @return whether the basis was sound
     */
    boolean refactor(double lost) {
        if (!invert()) {
            return false;
        }
        for (int i = 0; i < rowCount; i++) {
            double[] row = inverse[i];
            double sum = 0;
            for (int j = 0; j < rowCount; j++) {
                sum += row[j] * limits[j];
            }
            if (!(sum >= -lost)) {
                return false;
            }
            values[i] = Math.max(0, sum);
        }
        computeMultipliers();
        return true;
    }

    /**
     * Gauss-Jordan elimination with row pivoting; slack columns cost nothing. Reorders the basis so that row i of the
     * inverse gives the basic variable i.
     *
     * @return false for a singular basis
     */
    private boolean invert() {
        int[] structural = new int[rowCount];
        boolean[] placed = new boolean[rowCount];
        int count = 0;
        for (int i = 0; i < rowCount; i++) {
            Arrays.fill(inverse[i], 0, rowCount, 0);
            inverse[i][i] = 1;
            if (variables[i] < 0) {
                placed[~variables[i]] = true;
            } else {
                structural[count++] = variables[i];
            }
        }
        int[] reordered = new int[rowCount];
        for (int i = 0; i < rowCount; i++) {
            reordered[i] = ~i;
        }
        for (int c = 0; c < count; c++) {
            computeDirection(structural[c]);
            int row = -1;
            for (int i = 0; i < rowCount; i++) {
                if (!placed[i] && (row < 0 || Math.abs(direction[i]) > Math.abs(direction[row]))) {
                    row = i;
                }
            }
            if (row < 0 || !(Math.abs(direction[row]) > SINGULAR)) {
                return false;
            }
            eliminate(row);
            placed[row] = true;
            reordered[row] = structural[c];
        }
        System.arraycopy(reordered, 0, variables, 0, rowCount);
        return true;
    }

    /** Makes a unit column of {@link #direction} by steps on the rows of the inverse. */
    private void eliminate(int leaving) {
        double[] pivotRow = inverse[leaving];
        double scale = 1 / direction[leaving];
        for (int j = 0; j < rowCount; j++) {
            pivotRow[j] *= scale;
        }
        for (int i = 0; i < rowCount; i++) {
            double factor = direction[i];
            if (i != leaving && factor != 0) {
                double[] row = inverse[i];
                for (int j = 0; j < rowCount; j++) {
                    row[j] -= factor * pivotRow[j];
                }
            }
        }
    }

    int positionOf(int variable) {
        for (int i = 0; i < rowCount; i++) {
            if (variables[i] == variable) {
                return i;
            }
        }
        throw new IllegalStateException("the variable " + variable + " is not basic");
    }
}
