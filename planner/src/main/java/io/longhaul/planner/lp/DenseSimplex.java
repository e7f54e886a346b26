package io.longhaul.planner.lp;

import java.util.Arrays;

/**
 * Primal revised simplex with an explicit dense inverse of the basis and sparse columns, for programs of up to a few
 * hundred rows. Starts from the slack basis, keeps its basis between solves, perturbs the limits by about 1e-10 so that
 * degenerate programs do not cycle, and refactors the inverse when it has drifted. Deterministic. Confined to one thread.
 */
public final class DenseSimplex implements LinearProgram {
    private static final double PERTURBATION = 1e-10;
    private static final double REDUCED_COST_TOLERANCE = 1e-9;
    private static final double PIVOT_TOLERANCE = 1e-9;
    private static final int REFACTOR_EVERY = 60;
    /** How often a stalled program is perturbed more strongly before it is given up. */
    private static final int MOST_SHAKES = 5;

    private int rowCount;
    private int columnCount;
    private double[] limits = new double[32];
    private double[][] inverse = new double[32][];
    private double[] basicValues = new double[32];
    /** Column of each basic variable; {@code ~row} for a slack. */
    private int[] basis = new int[32];

    private int[][] columnRows = new int[64][];
    private double[][] columnEntries = new double[64][];
    private double[] costs = new double[64];
    private boolean[] basicColumn = new boolean[64];
    private boolean[] basicSlack = new boolean[32];
    private double[] multipliers = new double[32];
    private double[] direction = new double[32];
    private int pivotsSinceRefactor;
    private long pivots;

    @Override
    public int addRow(double limit, int[] columns, double[] entries) {
        if (!(limit >= 0)) {
            throw new IllegalArgumentException("the limit of a row is negative: " + limit);
        }
        if (rowCount == limits.length) {
            growRows();
        }
        int row = rowCount++;
        double golden = (row + 1) * 0.6180339887498949;
        limits[row] = limit + PERTURBATION * (1 + golden - Math.floor(golden));
        for (int i = 0; i < row; i++) {
            inverse[i][row] = 0;
        }
        inverse[row] = new double[limits.length];
        inverse[row][row] = 1;
        basis[row] = ~row;
        basicSlack[row] = true;
        basicValues[row] = limits[row];
        for (int k = 0; k < columns.length; k++) {
            extend(row, columns[k], entries[k]);
        }
        return row;
    }

    /** Gives an existing column an entry in the newest row, whose slack is basic. */
    private void extend(int row, int column, double entry) {
        int[] rows = columnRows[column];
        columnRows[column] = Arrays.copyOf(rows, rows.length + 1);
        columnRows[column][rows.length] = row;
        columnEntries[column] = Arrays.copyOf(columnEntries[column], rows.length + 1);
        columnEntries[column][rows.length] = entry;
        if (!basicColumn[column]) {
            return;
        }
        int position = positionOf(column);
        for (int j = 0; j < row; j++) {
            inverse[row][j] -= entry * inverse[position][j];
        }
        basicValues[row] -= entry * basicValues[position];
        if (basicValues[row] < -1e-9) {
            throw new IllegalArgumentException("the present solution breaks the new row by " + -basicValues[row]);
        }
        basicValues[row] = Math.max(0, basicValues[row]);
    }

    private void growRows() {
        int capacity = 2 * limits.length;
        limits = Arrays.copyOf(limits, capacity);
        inverse = Arrays.copyOf(inverse, capacity);
        for (int i = 0; i < rowCount; i++) {
            inverse[i] = Arrays.copyOf(inverse[i], capacity);
        }
        basicValues = Arrays.copyOf(basicValues, capacity);
        basis = Arrays.copyOf(basis, capacity);
        basicSlack = Arrays.copyOf(basicSlack, capacity);
        multipliers = Arrays.copyOf(multipliers, capacity);
        direction = Arrays.copyOf(direction, capacity);
    }

    @Override
    public int addColumn(double cost, int[] rows, double[] entries) {
        if (columnCount == costs.length) {
            int capacity = 2 * costs.length;
            columnRows = Arrays.copyOf(columnRows, capacity);
            columnEntries = Arrays.copyOf(columnEntries, capacity);
            costs = Arrays.copyOf(costs, capacity);
            basicColumn = Arrays.copyOf(basicColumn, capacity);
        }
        columnRows[columnCount] = rows;
        columnEntries[columnCount] = entries;
        costs[columnCount] = cost;
        return columnCount++;
    }

    @Override
    public void solve() {
        computeMultipliers();
        long patience = 10L * rowCount + 200;
        long shakeAt = pivots + patience;
        int shakes = 0;
        while (true) {
            int entering = entering();
            if (entering == Integer.MIN_VALUE) {
                if (pivotsSinceRefactor == 0) {
                    return;
                }
                refactor();
                if (entering() == Integer.MIN_VALUE) {
                    return;
                }
                continue;
            }
            pivot(entering);
            if (pivots > shakeAt) {
                shake(++shakes);
                shakeAt = pivots + patience;
            }
        }
    }

    /** Breaks a stall: widens every limit a little, ten times more each time. */
    private void shake(int times) {
        if (times > MOST_SHAKES) {
            throw new IllegalStateException("the simplex stalls after " + pivots + " pivots");
        }
        double size = PERTURBATION * Math.pow(10, times);
        for (int row = 0; row < rowCount; row++) {
            double golden = (row + 1) * 0.6180339887498949 * times;
            limits[row] += size * (1 + golden - Math.floor(golden));
        }
        refactor();
    }

    /** The column with the most negative reduced cost; {@code ~row} for a slack; MIN_VALUE at an optimum. */
    private int entering() {
        int best = Integer.MIN_VALUE;
        double bestCost = -REDUCED_COST_TOLERANCE;
        for (int row = 0; row < rowCount; row++) {
            double reduced = -multipliers[row];
            if (reduced < bestCost && !basicSlack[row]) {
                bestCost = reduced;
                best = ~row;
            }
        }
        for (int column = 0; column < columnCount; column++) {
            if (!basicColumn[column]) {
                double reduced = reducedCost(column);
                if (reduced < bestCost) {
                    bestCost = reduced;
                    best = column;
                }
            }
        }
        return best;
    }

    private double reducedCost(int column) {
        int[] rows = columnRows[column];
        double[] entries = columnEntries[column];
        double reduced = costs[column];
        for (int k = 0; k < rows.length; k++) {
            reduced -= multipliers[rows[k]] * entries[k];
        }
        return reduced;
    }

    private void pivot(int entering) {
        computeDirection(entering);
        int leaving = leavingRow();
        if (leaving < 0) {
            throw new IllegalStateException("the linear program is unbounded");
        }
        double reduced = entering >= 0 ? reducedCost(entering) : -multipliers[~entering];
        double[] pivotRow = inverse[leaving];
        double scale = 1 / direction[leaving];
        for (int j = 0; j < rowCount; j++) {
            pivotRow[j] *= scale;
        }
        double step = basicValues[leaving] * scale;
        for (int i = 0; i < rowCount; i++) {
            double factor = direction[i];
            if (i != leaving && factor != 0) {
                double[] row = inverse[i];
                for (int j = 0; j < rowCount; j++) {
                    row[j] -= factor * pivotRow[j];
                }
                basicValues[i] = Math.max(0, basicValues[i] - factor * step);
            }
        }
        basicValues[leaving] = Math.max(0, step);
        for (int j = 0; j < rowCount; j++) {
            multipliers[j] += reduced * pivotRow[j];
        }
        mark(basis[leaving], false);
        basis[leaving] = entering;
        mark(entering, true);
        pivots++;
        if (++pivotsSinceRefactor >= REFACTOR_EVERY) {
            refactor();
        }
    }

    private void mark(int variable, boolean basic) {
        if (variable >= 0) {
            basicColumn[variable] = basic;
        } else {
            basicSlack[~variable] = basic;
        }
    }

    private void computeDirection(int entering) {
        if (entering < 0) {
            for (int i = 0; i < rowCount; i++) {
                direction[i] = inverse[i][~entering];
            }
            return;
        }
        int[] rows = columnRows[entering];
        double[] entries = columnEntries[entering];
        for (int i = 0; i < rowCount; i++) {
            double[] row = inverse[i];
            double sum = 0;
            for (int k = 0; k < rows.length; k++) {
                sum += row[rows[k]] * entries[k];
            }
            direction[i] = sum;
        }
    }

    /** The row that reaches zero first; among near ties the one with the largest pivot. */
    private int leavingRow() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rowCount; i++) {
            if (direction[i] > PIVOT_TOLERANCE) {
                least = Math.min(least, (basicValues[i] + 1e-12) / direction[i]);
            }
        }
        int best = -1;
        for (int i = 0; i < rowCount; i++) {
            if (direction[i] > PIVOT_TOLERANCE
                    && basicValues[i] / direction[i] <= least
                    && (best < 0 || direction[i] > direction[best])) {
                best = i;
            }
        }
        return best;
    }

    private void computeMultipliers() {
        Arrays.fill(multipliers, 0, rowCount, 0);
        for (int i = 0; i < rowCount; i++) {
            double cost = basis[i] >= 0 ? costs[basis[i]] : 0;
            if (cost != 0) {
                double[] row = inverse[i];
                for (int j = 0; j < rowCount; j++) {
                    multipliers[j] += cost * row[j];
                }
            }
        }
    }

    /** Computes the inverse, the basic values and the multipliers afresh. */
    private void refactor() {
        pivotsSinceRefactor = 0;
        BasisInverse.compute(rowCount, basis, columnRows, columnEntries, inverse);
        for (int i = 0; i < rowCount; i++) {
            double[] row = inverse[i];
            double sum = 0;
            for (int j = 0; j < rowCount; j++) {
                sum += row[j] * limits[j];
            }
            basicValues[i] = Math.max(0, sum);
        }
        computeMultipliers();
    }

    @Override
    public double objective() {
        double sum = 0;
        for (int i = 0; i < rowCount; i++) {
            if (basis[i] >= 0) {
                sum += costs[basis[i]] * basicValues[i];
            }
        }
        return sum;
    }

    @Override
    public double value(int column) {
        return basicColumn[column] ? basicValues[positionOf(column)] : 0;
    }

    @Override
    public double slack(int row) {
        return basicSlack[row] ? basicValues[positionOf(~row)] : 0;
    }

    private int positionOf(int variable) {
        for (int i = 0; i < rowCount; i++) {
            if (basis[i] == variable) {
                return i;
            }
        }
        throw new IllegalStateException("the variable " + variable + " is not basic");
    }

    @Override
    public double price(int row) {
        return Math.max(0, -multipliers[row]);
    }
}
