package io.longhaul.planner.overlay;

import java.util.List;

/**
 * The least cost against time with fixed numbers of VMs: convex and piecewise linear. Immutable by convention.
 *
 * @param vms VMs of each node
 * @param times t of each corner, rising
 * @param costs dollars at each corner
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, arrays shared on purpose
record VmCurve(int[] vms, double[] times, double[] costs) {
    private static final double SAME = 1e-10;

    static VmCurve of(int[] vms, List<double[]> corners) {
        double[] times = corners.stream().mapToDouble(corner -> corner[0]).toArray();
        double[] costs = corners.stream().mapToDouble(corner -> corner[1]).toArray();
        return new VmCurve(vms, times, costs);
    }

    /** Dollars at a time; infinite outside the curve. */
    double at(double time) {
        int last = times.length - 1;
        if (time < times[0] * (1 - SAME) || time > times[last] * (1 + SAME)) {
            return Double.POSITIVE_INFINITY;
        }
        if (time <= times[0]) {
            return costs[0];
        }
        for (int i = 1; i <= last; i++) {
            if (time <= times[i]) {
                double share = (time - times[i - 1]) / (times[i] - times[i - 1]);
                return costs[i - 1] + share * (costs[i] - costs[i - 1]);
            }
        }
        return costs[last];
    }
}
