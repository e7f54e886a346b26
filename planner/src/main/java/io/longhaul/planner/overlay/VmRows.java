package io.longhaul.planner.overlay;

import static io.longhaul.planner.overlay.TimedProgram.NONE;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Arrays;

/**
 * Rows and columns of the VMs of every node that some path touches: four rows for what leaves and enters them, one for
 * their buckets, and a column for the VM time above the least, H = low * t + g. Where a cost or a bucket depends on the
 * number N of VMs and time is free, N and H = N t are tied by the McCormick inequalities. Confined to one search.
 */
final class VmRows {
    private final TimedProgram program;
    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final NodeBounds bounds;
    private final LinearProgram lp;
    private final double rate;
    /** Streams out, streams in, egress, ingress, in this order. */
    final int[] firstRow;

    final int[] bucketRow;
    private final int[] growColumn;
    /** The row over the types of the site of each node; {@code NONE} where it is not needed. */
    private final int[] siteRow;

    VmRows(TimedProgram program) {
        this.program = program;
        problem = program.problem;
        network = problem.network();
        bounds = program.bounds;
        lp = program.lp;
        rate = problem.referenceRate();
        firstRow = TimedProgram.none(network.nodes);
        bucketRow = TimedProgram.none(network.nodes);
        growColumn = TimedProgram.none(network.nodes);
        siteRow = TimedProgram.none(network.sites.anyChoice() ? network.nodes : 0);
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
                int row = program.addRow(room * problem.timeLow(), -room);
                for (int v : network.sites.choices[g]) {
                    siteRow[v] = row;
                }
            }
        }
    }

    /** Makes the rows of a node that a path reaches for the first time. */
    void touch(int v) {
        if (firstRow[v] != NONE) {
            return;
        }
        double low = bounds.low[v];
        double timeLow = problem.timeLow();
        firstRow[v] = program.addRow(low * timeLow, -low);
        for (int i = 1; i < 4; i++) {
            program.addRow(low * timeLow, -low);
        }
        VmBucket bucket = network.bucket[v];
        if (bucket.present()) {
            bucketRow[v] = program.addRow(low * (bucket.low() * timeLow / rate + bonus(v)), -low * bucket.low() / rate);
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
        int most = program.addRow(spread * problem.timeLow(), -spread);
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
        growColumn[v] = program.addPriced(0, dollars, Arrays.copyOf(index, rows), Arrays.copyOf(entries, rows));
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
        int atHigh = lp.addRow(spread * (high - low), new int[] {g, program.time}, new double[] {-1, spread});
        int most = lp.addRow(0, new int[] {g}, new double[] {1});
        int atLow = lp.addRow(0, new int[] {g, program.time}, new double[] {1, -spread});
        int[] index = {least, atHigh, most, atLow, bucketRow[v]};
        double[] entries = {low, high, -high, -low, 0};
        int rows = 4;
        if (bucketRow[v] != NONE) {
            entries[4] = -bonus(v);
            rows = 5;
        }
        program.addPriced(0, problem.costPerVm(v), Arrays.copyOf(index, rows), Arrays.copyOf(entries, rows));
    }

    /** A row that the VMs of a node widen by one each. */
    int addRowOfVms(int v) {
        double low = bounds.low[v];
        return growColumn[v] == NONE
                ? program.addRow(low * problem.timeLow(), -low)
                : program.addRow(low * problem.timeLow(), -low, growColumn[v]);
    }

    double[] vmTime(double time) {
        double[] vmTime = new double[network.nodes];
        for (int v = 0; v < network.nodes; v++) {
            vmTime[v] = bounds.low[v] * time + (growColumn[v] == NONE ? 0 : lp.value(growColumn[v]));
        }
        return vmTime;
    }
}
