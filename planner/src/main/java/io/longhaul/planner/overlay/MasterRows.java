package io.longhaul.planner.overlay;

import static io.longhaul.planner.overlay.TimedProgram.NONE;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Arrays;

/** The columns of paths in one master program, the rows of links they need, and the dual prices of all rows. Confined to one search. */
final class MasterRows {
    private final TimedProgram program;
    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final LinearProgram lp;
    private final VmRows vms;
    private final double rate;
    private final int[] pieceFromRow;
    private final int[] pieceToRow;
    private final int[] totalRow;
    private final int[] stepRow;

    MasterRows(OverlayProblem problem, NodeBounds bounds, LinearProgram lp) {
        this.problem = problem;
        this.lp = lp;
        network = problem.network();
        rate = problem.referenceRate();
        program = new TimedProgram(problem, bounds, lp);
        vms = new VmRows(program);
        pieceFromRow = TimedProgram.none(network.pieces ? network.arcs : 0);
        pieceToRow = TimedProgram.none(network.pieces ? network.arcs : 0);
        totalRow = TimedProgram.none(network.totalCap.length);
        stepRow = TimedProgram.none(problem.prices().stepCount());
    }

    /** Whether the least VMs leave some of the budget, and are not too many at any site. */
    boolean boundsHold() {
        return program.boundsHold();
    }

    int demand() {
        return program.demand;
    }

    /** Adds the column of a path, and the rows it needs. */
    int addPath(Path path) {
        int most = 1;
        for (int arc : path.arcs) {
            most += 7 + network.totals[arc].length + problem.prices().steps[arc];
        }
        int[] index = new int[most];
        double[] entries = new double[most];
        int used = 0;
        index[used] = program.demand;
        entries[used++] = 1;
        double dollars = 0;
        for (int arc : path.arcs) {
            if (network.local[arc]) {
                continue;
            }
            int a = network.from[arc];
            int b = network.to[arc];
            vms.touch(a);
            vms.touch(b);
            dollars += problem.arcCost(arc);
            double share = network.share[arc] * rate;
            index[used] = vms.firstRow[a];
            entries[used++] = share;
            index[used] = vms.firstRow[b] + 1;
            entries[used++] = share;
            index[used] = vms.firstRow[a] + 2;
            entries[used++] = rate / network.egress[a];
            index[used] = vms.firstRow[b] + 3;
            entries[used++] = rate / network.ingress[b];
            if (vms.bucketRow[a] != NONE) {
                index[used] = vms.bucketRow[a];
                entries[used++] = 1;
            }
            if (network.pieceCap[arc] < Double.POSITIVE_INFINITY) {
                addPieceRows(arc, a, b);
                index[used] = pieceFromRow[arc];
                entries[used++] = rate / network.pieceCap[arc];
                index[used] = pieceToRow[arc];
                entries[used++] = rate / network.pieceCap[arc];
            }
            for (int total : network.totals[arc]) {
                if (totalRow[total] == NONE) {
                    totalRow[total] = program.addRow(problem.timeLow(), -1);
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
        return program.addPriced(0, dollars, Arrays.copyOf(index, used), Arrays.copyOf(entries, used));
    }

    /** The row that holds the data on a link below a step of its price, but for what pays the higher price. */
    private int stepRow(int step) {
        if (stepRow[step] == NONE) {
            stepRow[step] = lp.addRow(problem.stepShare(step));
            program.addPriced(0, problem.stepCost(step), new int[] {stepRow[step]}, new double[] {-1});
        }
        return stepRow[step];
    }

    private void addPieceRows(int arc, int a, int b) {
        if (pieceFromRow[arc] == NONE) {
            pieceFromRow[arc] = vms.addRowOfVms(a);
            pieceToRow[arc] = vms.addRowOfVms(b);
        }
    }

    /** Reads the dual prices of a program that minimises so many times the objective. */
    void read(Prices prices, double costs) {
        prices.clear(costs);
        if (program.budget != NONE) {
            prices.dollar += lp.price(program.budget) / program.budgetUnit;
        }
        for (int v = 0; v < network.nodes; v++) {
            if (vms.firstRow[v] != NONE) {
                prices.outShare[v] = lp.price(vms.firstRow[v]);
                prices.inShare[v] = lp.price(vms.firstRow[v] + 1);
                prices.egress[v] = lp.price(vms.firstRow[v] + 2);
                prices.ingress[v] = lp.price(vms.firstRow[v] + 3);
                prices.bucket[v] = vms.bucketRow[v] == NONE ? 0 : lp.price(vms.bucketRow[v]);
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
        return program.solvedTime();
    }

    double[] vmTime(double time) {
        return vms.vmTime(time);
    }
}
