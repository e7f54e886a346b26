package io.longhaul.planner.lp;

import java.util.function.BooleanSupplier;

/**
 * Primal revised simplex with an explicit dense inverse of the basis and sparse columns, for programs of up to a few
 * hundred rows. Starts from the slack basis, keeps its basis between solves, perturbs the limits by about 1e-10 so that
 * degenerate programs do not cycle, and refactors the inverse when it has drifted. A stalled program is perturbed more
 * strongly, then goes on by Bland's rule, which cannot cycle; a singular basis is left for that of the slacks; what then
 * does not end is given up with the solution reached. Deterministic. Confined to one thread.
 */
public final class DenseSimplex implements LinearProgram {
    private static final double PERTURBATION = 1e-10;
    private static final double REDUCED_COST_TOLERANCE = 1e-9;
    /** Rounding of a reduced cost over the numbers it is the sum of. */
    private static final double ROUNDING = 1e-13;

    private static final double PIVOT_TOLERANCE = 1e-9;
    private static final double RELATIVE_PIVOT_TOLERANCE = 1e-12;
    private static final int REFACTOR_EVERY = 60;
    /** A basis whose solution is more negative than this has lost its numbers. */
    private static final double LOST = 1e-6;
    /** How often a program in trouble is helped before it is given up, the last time by Bland's rule. */
    private static final int MOST_RESCUES = 4;

    private final SparseColumns columns = new SparseColumns();
    private final Basis basis = new Basis(columns);
    private int pivotsSinceRefactor;
    private long pivots;

    @Override
    public int addRow(double limit, int[] inColumns, double[] entries) {
        if (!(limit >= 0)) {
            throw new IllegalArgumentException("the limit of a row is negative: " + limit);
        }
        int row = basis.addRow(limit + PERTURBATION * (1 + golden(basis.rowCount + 1)));
        for (int k = 0; k < inColumns.length; k++) {
            basis.extend(row, inColumns[k], entries[k]);
        }
        return row;
    }

    /** Fractions that no two rows share. */
    private static double golden(int number) {
        double multiple = number * 0.6180339887498949;
        return multiple - Math.floor(multiple);
    }

    @Override
    public int addColumn(double cost, int[] rows, double[] entries) {
        return columns.add(cost, rows, entries);
    }

    @Override
    public void aim(double costs, int row, double reward) {
        columns.aim(costs, row, reward);
    }

    @Override
    public void hold(int row) {
        basis.hold(row);
    }

    @Override
    public boolean solve(BooleanSupplier stop) {
        basis.computeMultipliers();
        long patience = 10L * basis.rowCount + 200;
        long helpAt = pivots + patience;
        int rescues = 0;
        while (true) {
            boolean bland = rescues >= MOST_RESCUES;
            int entering = entering(bland);
            if (entering == Integer.MIN_VALUE) {
                if (pivotsSinceRefactor == 0) {
                    return true;
                }
                if (refactor() && entering(bland) == Integer.MIN_VALUE) {
                    return true;
                }
                continue;
            }
            if (stop.getAsBoolean()) {
                return false;
            }
            if (!pivot(entering, bland) || pivots > helpAt) {
                if (++rescues > MOST_RESCUES) {
                    return false;
                }
                rescue(rescues);
                helpAt = pivots + (rescues == MOST_RESCUES ? 4 * patience : patience);
            }
        }
    }

    /** Breaks a stall: widens every limit a little, ten times more each time, and at last starts anew by Bland's rule. */
    private void rescue(int times) {
        if (times == MOST_RESCUES) {
            basis.restart();
            pivotsSinceRefactor = 0;
            return;
        }
        double size = PERTURBATION * Math.pow(10, times);
        for (int row = 0; row < basis.rowCount; row++) {
            basis.limits[row] += basis.held[row] ? 0 : size * (1 + golden((row + 1) * times));
        }
        refactor();
    }

    /** The column with the most negative reduced cost, or the first; {@code ~row} for a slack; MIN_VALUE at an optimum. */
    private int entering(boolean first) {
        int best = Integer.MIN_VALUE;
        double bestCost = -REDUCED_COST_TOLERANCE;
        double[] multipliers = basis.multipliers;
        for (int row = 0; row < basis.rowCount; row++) {
            double reduced = -multipliers[row];
            if (reduced < bestCost && !basis.basicSlack[row] && !basis.held[row]) {
                bestCost = reduced;
                best = ~row;
                if (first) {
                    return best;
                }
            }
        }
        for (int column = 0; column < columns.count; column++) {
            if (!columns.basic[column]) {
                double reduced = columns.reducedCost(column, multipliers);
                if (reduced < bestCost && reduced < -ROUNDING * columns.magnitude(column, multipliers)) {
                    bestCost = reduced;
                    best = column;
                    if (first) {
                        return best;
                    }
                }
            }
        }
        return best;
    }

    /** Whether there was a row to leave; without one the program is unbounded, or has lost its numbers. */
    private boolean pivot(int entering, boolean bland) {
        basis.computeDirection(entering);
        int leaving = leavingRow(bland);
        if (leaving < 0) {
            return false;
        }
        double[] multipliers = basis.multipliers;
        double reduced = entering >= 0 ? columns.reducedCost(entering, multipliers) : -multipliers[~entering];
        basis.exchange(entering, leaving, reduced);
        pivots++;
        if (++pivotsSinceRefactor >= REFACTOR_EVERY) {
            refactor();
        }
        return true;
    }

    /** The row that reaches zero first; among near ties the one with the largest pivot, or the first variable. */
    private int leavingRow(boolean bland) {
        double[] values = basis.values;
        double[] direction = basis.direction;
        double largest = 0;
        for (int i = 0; i < basis.rowCount; i++) {
            largest = Math.max(largest, Math.abs(direction[i]));
        }
        double tolerance = Math.max(PIVOT_TOLERANCE, RELATIVE_PIVOT_TOLERANCE * largest);
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < basis.rowCount; i++) {
            if (basis.holdsAt(i) && Math.abs(direction[i]) > tolerance) {
                return i;
            }
            if (direction[i] > tolerance) {
                least = Math.min(least, (values[i] + 1e-12) / direction[i]);
            }
        }
        int best = -1;
        for (int i = 0; i < basis.rowCount; i++) {
            if (direction[i] > tolerance && values[i] / direction[i] <= least) {
                boolean better = best < 0
                        || (bland ? basis.variables[i] < basis.variables[best] : direction[i] > direction[best]);
                best = better ? i : best;
            }
        }
        return best;
    }

    /** Computes everything afresh; whether the basis was sound. */
    private boolean refactor() {
        pivotsSinceRefactor = 0;
        if (basis.refactor(LOST)) {
            return true;
        }
        basis.restart();
        return false;
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
        return basis.held[row] ? -basis.multipliers[row] : Math.max(0, -basis.multipliers[row]);
    }
}
