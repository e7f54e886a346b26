package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Arrays;

/**
 * Rows and columns of one master program beside its paths. Time is shifted, t = timeLow + t', and VM time too,
 * H = low * t + g, so that every limit is zero or more and x = 0 is feasible. Confined to one search.
 */
final class MasterRows {
    private static final int NONE = -1;

    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final NodeBounds bounds;
    private final LinearProgram lp;
    private final double rate;
    private final int demand;
    private final int budget;
    private final double budgetLeft;
    private final int timeColumn;
    private final int[] firstRow;
    private final int[] bucketRow;
    private final int[] growColumn;
    private final int[] pieceFromRow;
    private final int[] pieceToRow;
    private final int[] totalRow;
    private final int[] stepRow;
    /** The row over the types of the site of each node; {@code NONE} where it is not needed. */
    private final int[] siteRow;

    MasterRows(OverlayProblem problem, NodeBounds bounds, LinearProgram lp) {
        this.problem = problem;
        this.bounds = bounds;
        this.lp = lp;
        network = problem.network();
        rate = problem.referenceRate();
        firstRow = filled(network.nodes);
        bucketRow = filled(network.nodes);
        growColumn = filled(network.nodes);
        pieceFromRow = filled(network.pieces ? network.arcs : 0);
        pieceToRow = filled(network.pieces ? network.arcs : 0);
        totalRow = filled(network.totalCap.length);
        stepRow = filled(problem.prices().stepCount());
        demand = lp.addRow(1);
        budgetLeft = problem.budget() - leastVmCost();
        budget = problem.hasBudget() ? lp.addRow(Math.max(0, budgetLeft)) : NONE;
        timeColumn = problem.exactTime() ? NONE : addTime();
        siteRow = filled(network.sites.anyChoice() ? network.nodes : 0);
        addSiteRows();
    }

    /** The VMs of all types at a site, where their quotas alone would allow too many. */
    private void addSiteRows() {
        for (int g = 0; g < problem.siteMost().length; g++) {
            int low = 0;
            int high = 0;
            for (int v : network.sites.choices[g]) {
                low += bounds.low[v];
                high += bounds.high[v];
            }
            if (high > problem.siteMost()[g]) {
                double room = Math.max(0, problem.siteMost()[g] - low);
                int row = addRow(room * problem.timeLow(), -room);
                for (int v : network.sites.choices[g]) {
                    siteRow[v] = row;
                }
            }
        }
    }

    private static int[] filled(int size) {
        int[] array = new int[size];
        Arrays.fill(array, NONE);
        return array;
    }

    /** Dollars for the least VMs everywhere at the least time. */
    private double leastVmCost() {
        double sum = 0;
        for (int v = 0; v < network.nodes; v++) {
            sum += bounds.low[v] * (problem.costPerVmTime(v) * problem.timeLow() + problem.costPerVm(v));
        }
        return sum;
    }

    /** Whether the least VMs leave some of the budget, and are not too many at any site. */
    boolean boundsHold() {
        return budgetLeft >= 0 && problem.sitesHold(bounds.low);
    }

    int demand() {
        return demand;
    }

    private int addTime() {
        double dollars = 0;
        for (int v = 0; v < network.nodes; v++) {
            dollars += bounds.low[v] * problem.costPerVmTime(v);
        }
        int column = addPriced(problem.timeWeight(), dollars, new int[0], new double[0]);
        lp.addRow(problem.timeHigh() - problem.timeLow(), new int[] {column}, new double[] {1});
        return column;
    }

    /** A column with a part of its objective in dollars, which the budget counts too. */
    private int addPriced(double objective, double dollars, int[] rows, double[] entries) {
        double cost = objective + problem.costWeight() * dollars;
        if (budget == NONE || dollars == 0) {
            return lp.addColumn(cost, rows, entries);
        }
        int[] withBudget = Arrays.copyOf(rows, rows.length + 1);
        double[] withDollars = Arrays.copyOf(entries, entries.length + 1);
        withBudget[rows.length] = budget;
        withDollars[rows.length] = dollars;
        return lp.addColumn(cost, withBudget, withDollars);
    }

    /** A row over t' (when time is free) and other columns that exist already. */
    private int addRow(double limit, double onTime, int... columnsWithMinusOne) {
        int extra = timeColumn != NONE && onTime != 0 ? 1 : 0;
        int[] columns = Arrays.copyOf(columnsWithMinusOne, columnsWithMinusOne.length + extra);
        double[] entries = new double[columns.length];
        Arrays.fill(entries, -1);
        if (extra == 1) {
            columns[columns.length - 1] = timeColumn;
            entries[columns.length - 1] = onTime;
        }
        return lp.addRow(limit, columns, entries);
    }

    /** Makes the rows of a node that a path reaches for the first time. */
    private void touch(int v) {
        if (firstRow[v] != NONE) {
            return;
        }
        double low = bounds.low[v];
        double timeLow = problem.timeLow();
        firstRow[v] = addRow(low * timeLow, -low);
        for (int i = 1; i < 4; i++) {
            addRow(low * timeLow, -low);
        }
        VmBucket bucket = network.bucket[v];
        if (bucket.present()) {
            bucketRow[v] = addRow(low * (bucket.low() * timeLow / rate + bonus(v)), -low * bucket.low() / rate);
        }
        double spread = bounds.high[v] - low;
        if (spread > 0) {
            addGrowth(v, spread);
        }
    }

    /** What the credit of one VM adds to the share of the data its site may send. */
    private double bonus(int v) {
        return network.bucket[v].bonus() / problem.volume();
    }

    private void addGrowth(int v, double spread) {
        boolean countMatters = problem.costPerVm(v) > 0 || bucketRow[v] != NONE;
        int most = addRow(spread * problem.timeLow(), -spread);
        int rows = 5;
        int[] index = {firstRow[v], firstRow[v] + 1, firstRow[v] + 2, firstRow[v] + 3, most, NONE, NONE};
        double[] entries = {-1, -1, -1, -1, 1, 0, 1};
        double dollars = problem.costPerVmTime(v);
        boolean countFixed = problem.exactTime() && countMatters;
        if (bucketRow[v] != NONE) {
            index[rows] = bucketRow[v];
            entries[rows++] = -network.bucket[v].low() / rate - (countFixed ? bonus(v) / problem.timeLow() : 0);
        }
        if (siteRow.length > 0 && siteRow[v] != NONE) {
            index[rows] = siteRow[v];
            entries[rows++] = 1;
        }
        if (countFixed) {
            dollars += problem.costPerVm(v) / problem.timeLow();
        }
        growColumn[v] = addPriced(0, dollars, Arrays.copyOf(index, rows), Arrays.copyOf(entries, rows));
        if (!problem.exactTime() && countMatters) {
            addCount(v, spread);
        }
    }

    /** d = N - low, tied to g = d t by McCormick. */
    private void addCount(int v, double spread) {
        double low = problem.timeLow();
        double high = problem.timeHigh();
        int g = growColumn[v];
        int least = lp.addRow(0, new int[] {g}, new double[] {-1});
        int atHigh = lp.addRow(spread * (high - low), new int[] {g, timeColumn}, new double[] {-1, spread});
        int most = lp.addRow(0, new int[] {g}, new double[] {1});
        int atLow = lp.addRow(0, new int[] {g, timeColumn}, new double[] {1, -spread});
        int[] index = {least, atHigh, most, atLow, bucketRow[v]};
        double[] entries = {low, high, -high, -low, 0};
        int rows = 4;
        if (bucketRow[v] != NONE) {
            entries[4] = -bonus(v);
            rows = 5;
        }
        addPriced(0, problem.costPerVm(v), Arrays.copyOf(index, rows), Arrays.copyOf(entries, rows));
    }

    /** Adds the column of a path, and the rows it needs. */
    int addPath(Path path, double penalty) {
        int most = 1;
        for (int arc : path.arcs) {
            most += 8 + problem.prices().steps[arc];
        }
        int[] index = new int[most];
        double[] entries = new double[most];
        int used = 0;
        index[used] = demand;
        entries[used++] = 1;
        double dollars = 0;
        for (int arc : path.arcs) {
            if (network.local[arc]) {
                continue;
            }
            int a = network.from[arc];
            int b = network.to[arc];
            touch(a);
            touch(b);
            dollars += problem.arcCost(arc);
            double share = network.share[arc] * rate;
            index[used] = firstRow[a];
            entries[used++] = share;
            index[used] = firstRow[b] + 1;
            entries[used++] = share;
            index[used] = firstRow[a] + 2;
            entries[used++] = rate / network.egress[a];
            index[used] = firstRow[b] + 3;
            entries[used++] = rate / network.ingress[b];
            if (bucketRow[a] != NONE) {
                index[used] = bucketRow[a];
                entries[used++] = 1;
            }
            if (network.pieceCap[arc] < Double.POSITIVE_INFINITY) {
                addPieceRows(arc, a, b);
                index[used] = pieceFromRow[arc];
                entries[used++] = rate / network.pieceCap[arc];
                index[used] = pieceToRow[arc];
                entries[used++] = rate / network.pieceCap[arc];
            }
            int total = network.totalCapIndex[arc];
            if (total >= 0) {
                if (totalRow[total] == NONE) {
                    totalRow[total] = addRow(problem.timeLow(), -1);
                }
                index[used] = totalRow[total];
                entries[used++] = rate / network.totalCap[total];
            }
            int firstStep = problem.prices().firstStep[arc];
            for (int step = firstStep; step < firstStep + problem.prices().steps[arc]; step++) {
                index[used] = stepRow(step);
                entries[used++] = 1;
            }
        }
        return addPriced(-penalty, dollars, Arrays.copyOf(index, used), Arrays.copyOf(entries, used));
    }

    /** The row that holds the data on a link below a step of its price, but for what pays the higher price. */
    private int stepRow(int step) {
        if (stepRow[step] == NONE) {
            stepRow[step] = lp.addRow(problem.stepShare(step));
            addPriced(0, problem.stepCost(step), new int[] {stepRow[step]}, new double[] {-1});
        }
        return stepRow[step];
    }

    private void addPieceRows(int arc, int a, int b) {
        if (pieceFromRow[arc] == NONE) {
            pieceFromRow[arc] = addPieceRow(a);
            pieceToRow[arc] = addPieceRow(b);
        }
    }

    private int addPieceRow(int v) {
        double low = bounds.low[v];
        return growColumn[v] == NONE
                ? addRow(low * problem.timeLow(), -low)
                : addRow(low * problem.timeLow(), -low, growColumn[v]);
    }

    /** Reads the dual prices. */
    void read(Prices prices) {
        prices.clear();
        if (budget != NONE) {
            prices.dollar += lp.price(budget);
        }
        for (int v = 0; v < network.nodes; v++) {
            if (firstRow[v] != NONE) {
                prices.outShare[v] = lp.price(firstRow[v]);
                prices.inShare[v] = lp.price(firstRow[v] + 1);
                prices.egress[v] = lp.price(firstRow[v] + 2);
                prices.ingress[v] = lp.price(firstRow[v] + 3);
                prices.bucket[v] = bucketRow[v] == NONE ? 0 : lp.price(bucketRow[v]);
            }
        }
        for (int arc = 0; arc < pieceFromRow.length; arc++) {
            if (pieceFromRow[arc] != NONE) {
                prices.pieceFrom[arc] = lp.price(pieceFromRow[arc]);
                prices.pieceTo[arc] = lp.price(pieceToRow[arc]);
            }
        }
        for (int i = 0; i < totalRow.length; i++) {
            prices.total[i] = totalRow[i] == NONE ? 0 : lp.price(totalRow[i]);
        }
        for (int i = 0; i < stepRow.length; i++) {
            prices.step[i] = stepRow[i] == NONE ? 0 : lp.price(stepRow[i]);
        }
        prices.prepare();
    }

    double time() {
        return problem.timeLow() + (timeColumn == NONE ? 0 : lp.value(timeColumn));
    }

    double[] vmTime(double time) {
        double[] vmTime = new double[network.nodes];
        for (int v = 0; v < network.nodes; v++) {
            vmTime[v] = bounds.low[v] * time + (growColumn[v] == NONE ? 0 : lp.value(growColumn[v]));
        }
        return vmTime;
    }
}
