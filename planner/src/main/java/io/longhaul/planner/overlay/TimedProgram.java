package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Arrays;

/**
 * A linear program with a column for the time, where it is free, and a row for the budget, where there is one. Time is
 * shifted, t = timeLow + t', so that every limit is zero or more and x = 0 is feasible. Confined to one search.
 */
final class TimedProgram {
    static final int NONE = -1;

    final OverlayProblem problem;
    final NodeBounds bounds;
    final LinearProgram lp;
    /** The row over the shares of all paths. */
    final int demand;
    /** The row of the budget; {@link #NONE} without one. */
    final int budget;
    /** The column of t'; {@link #NONE} when the time is fixed. */
    final int time;

    /** Dollars of one unit of the row of the budget, whose numbers are near 1. */
    final double budgetUnit;

    private final double budgetLeft;

    TimedProgram(OverlayProblem problem, NodeBounds bounds, LinearProgram lp) {
        this.problem = problem;
        this.bounds = bounds;
        this.lp = lp;
        demand = lp.addRow(1);
        budgetLeft = problem.budget() - leastVmCost();
        budgetUnit = problem.budget() > 0 ? problem.budget() : 1;
        budget = problem.hasBudget() ? lp.addRow(Math.max(0, budgetLeft) / budgetUnit) : NONE;
        time = problem.exactTime() ? NONE : addTime();
    }

    static int[] none(int size) {
        int[] array = new int[size];
        Arrays.fill(array, NONE);
        return array;
    }

    /** Dollars for the least VMs everywhere at the least time. */
    private double leastVmCost() {
        double sum = 0;
        for (int v = 0; v < problem.network().nodes; v++) {
            sum += bounds.low[v] * (problem.costPerVmTime(v) * problem.timeLow() + problem.costPerVm(v));
        }
        return sum;
    }

    /** Whether the least VMs leave some of the budget, and are not too many at any site. */
    boolean boundsHold() {
        return budgetLeft >= 0 && problem.sitesHold(bounds.low);
    }

    private int addTime() {
        double dollars = 0;
        for (int v = 0; v < problem.network().nodes; v++) {
            dollars += bounds.low[v] * problem.costPerVmTime(v);
        }
        int column = addPriced(problem.timeWeight(), dollars, new int[0], new double[0]);
        lp.addRow(problem.timeHigh() - problem.timeLow(), new int[] {column}, new double[] {1});
        return column;
    }

    /** A column with a part of its objective in dollars, which the budget counts too. */
    int addPriced(double objective, double dollars, int[] rows, double[] entries) {
        double cost = objective + problem.costWeight() * dollars;
        if (budget == NONE || dollars == 0) {
            return lp.addColumn(cost, rows, entries);
        }
        int[] withBudget = Arrays.copyOf(rows, rows.length + 1);
        double[] withDollars = Arrays.copyOf(entries, entries.length + 1);
        withBudget[rows.length] = budget;
        withDollars[rows.length] = dollars / budgetUnit;
        return lp.addColumn(cost, withBudget, withDollars);
    }

    /** A row over t' (when time is free) and other columns that exist already. */
    int addRow(double limit, double onTime, int... columnsWithMinusOne) {
        int extra = time != NONE && onTime != 0 ? 1 : 0;
        int[] columns = Arrays.copyOf(columnsWithMinusOne, columnsWithMinusOne.length + extra);
        double[] entries = new double[columns.length];
        Arrays.fill(entries, -1);
        if (extra == 1) {
            columns[columns.length - 1] = time;
            entries[columns.length - 1] = onTime;
        }
        return lp.addRow(limit, columns, entries);
    }

    /** The time of the present solution. */
    double solvedTime() {
        return problem.timeLow() + (time == NONE ? 0 : lp.value(time));
    }
}
