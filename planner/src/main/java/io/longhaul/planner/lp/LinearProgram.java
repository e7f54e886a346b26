package io.longhaul.planner.lp;

import java.util.function.BooleanSupplier;

/**
 * The solver port: minimise c x subject to A x at most b, x at least 0, with every b zero or more, so that x = 0 is
 * feasible. Rows and columns may be added between solves. Confined to one thread.
 */
public interface LinearProgram {
    /**
     * Adds a row.
     *
     * @param limit the right-hand side, zero or more
     * @return its index
     */
    default int addRow(double limit) {
        return addRow(limit, new int[0], new double[0]);
    }

    /**
     * Adds a row with entries in columns that exist already. The present solution must keep it.
     *
     * @param limit the right-hand side, zero or more
     * @param columns columns it has entries in, each once
     * @param entries the entries
     * @return its index
     */
    int addRow(double limit, int[] columns, double[] entries);

    /**
     * Adds a column.
     *
     * @param cost its coefficient in the objective
     * @param rows rows it has entries in, each once
     * @param entries the entries
     * @return its index
     */
    int addColumn(double cost, int[] rows, double[] entries);

    /**
     * Says what to minimise from now on: {@code costs} times c x, less {@code reward} times the left side of a row. At
     * first it is c x.
     */
    void aim(double costs, int row, double reward);

    /** Makes a row an equality at its present left side. */
    void hold(int row);

    /**
     * Finds an optimum.
     *
     * @param stop asked before every step; ends the search
     * @return whether it did; else the solution is feasible, up to rounding, and the prices are those of the last step
     */
    boolean solve(BooleanSupplier stop);

    double objective();

    double value(int column);

    /** How much the objective falls for one more unit of the row's limit; below zero only for a row that is held. */
    double price(int row);

    /** How much of the row's limit is unused: zero or more. */
    double slack(int row);
}
