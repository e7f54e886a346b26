package io.longhaul.planner.lp;

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

    private final SparseColumns columns = new SparseColumns();
    private final Basis basis = new Basis(columns);
    private int pivotsSinceRefactor;
    private long pivots;

    @Override
    public int addRow(double limit, int[] inColumns, double[] entries) {
        if (!(limit >= 0)) {
            throw new IllegalArgumentException("the limit of a row is negative: " + limit);
        }
        double golden = (basis.rowCount + 1) * 0.6180339887498949;
        int row = basis.addRow(limit + PERTURBATION * (1 + golden - Math.floor(golden)));
        for (int k = 0; k < inColumns.length; k++) {
            basis.extend(row, inColumns[k], entries[k]);
        }
        return row;
    }

    @Override
    public int addColumn(double cost, int[] rows, double[] entries) {
        return columns.add(cost, rows, entries);
    }

    @Override
    public void solve() {
        basis.computeMultipliers();
        long patience = 10L * basis.rowCount + 200;
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
        for (int row = 0; row < basis.rowCount; row++) {
            double golden = (row + 1) * 0.6180339887498949 * times;
            basis.limits[row] += size * (1 + golden - Math.floor(golden));
        }
        refactor();
    }

    /** The column with the most negative reduced cost; {@code ~row} for a slack; MIN_VALUE at an optimum. */
    private int entering() {
        int best = Integer.MIN_VALUE;
        double bestCost = -REDUCED_COST_TOLERANCE;
        double[] multipliers = basis.multipliers;
        for (int row = 0; row < basis.rowCount; row++) {
            double reduced = -multipliers[row];
            if (reduced < bestCost && !basis.basicSlack[row]) {
                bestCost = reduced;
                best = ~row;
            }
        }
        for (int column = 0; column < columns.count; column++) {
            if (!columns.basic[column]) {
                double reduced = columns.reducedCost(column, multipliers);
                if (reduced < bestCost) {
                    bestCost = reduced;
                    best = column;
                }
            }
        }
        return best;
    }

    private void pivot(int entering) {
        basis.computeDirection(entering);
        int leaving = leavingRow();
        if (leaving < 0) {
            throw new IllegalStateException("the linear program is unbounded");
        }
        double[] multipliers = basis.multipliers;
        double reduced = entering >= 0 ? columns.reducedCost(entering, multipliers) : -multipliers[~entering];
        basis.exchange(entering, leaving, reduced);
        pivots++;
        if (++pivotsSinceRefactor >= REFACTOR_EVERY) {
            refactor();
        }
    }

    /** The row that reaches zero first; among near ties the one with the largest pivot. */
    private int leavingRow() {
        double[] values = basis.values;
        double[] direction = basis.direction;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < basis.rowCount; i++) {
            if (direction[i] > PIVOT_TOLERANCE) {
                least = Math.min(least, (values[i] + 1e-12) / direction[i]);
            }
        }
        int best = -1;
        for (int i = 0; i < basis.rowCount; i++) {
            if (direction[i] > PIVOT_TOLERANCE
                    && values[i] / direction[i] <= least
                    && (best < 0 || direction[i] > direction[best])) {
                best = i;
            }
        }
        return best;
    }

    private void refactor() {
        pivotsSinceRefactor = 0;
        basis.refactor();
    }

    @Override
    public double objective() {
        double sum = 0;
        for (int i = 0; i < basis.rowCount; i++) {
            if (basis.variables[i] >= 0) {
                sum += columns.costs[basis.variables[i]] * basis.values[i];
            }
        }
        return sum;
    }

    @Override
    public double value(int column) {
        return columns.basic[column] ? basis.values[basis.positionOf(column)] : 0;
    }

    @Override
    public double slack(int row) {
        return basis.basicSlack[row] ? basis.values[basis.positionOf(~row)] : 0;
    }

    @Override
    public double price(int row) {
        return Math.max(0, -basis.multipliers[row]);
    }
}
