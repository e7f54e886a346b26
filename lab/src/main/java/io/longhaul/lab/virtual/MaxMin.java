package io.longhaul.lab.virtual;

import java.util.Arrays;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Weighted max-min fair rates under capacities and demands, by progressive filling (Bertsekas and Gallager, "Data
 * Networks", 2nd edition, section 6.5.2): the smallest share grows until a demand or a capacity stops it, then the next.
 * Ties go by index, so that the same input gives the same rates to the last bit. Confined to one thread; reusable.
 */
final class MaxMin {
    /** A sum of weights that has shrunk to this part of what it was is made anew, since it is mostly rounding by then. */
    private static final double ROUNDED_AWAY = 1e-6;

    private final double[] left;
    private final double[] weightOn;
    /** The weight from which on {@link #weightOn} is made anew. */
    private final double[] renewBelow;

    private final int[] usersLeft;
    private final int[] userFrom;
    private int[] users = new int[0];

    MaxMin(int resources) {
        left = new double[resources];
        weightOn = new double[resources];
        renewBelow = new double[resources];
        usersLeft = new int[resources];
        userFrom = new int[resources + 1];
    }

    int resources() {
        return left.length;
    }

    private record Share(double rate, int resource) implements Comparable<Share> {
        @Override
        public int compareTo(Share other) {
            int byRate = Double.compare(rate, other.rate);
            return byRate != 0 ? byRate : Integer.compare(resource, other.resource);
        }
    }

    /**
     * Shares capacities.
     *
     * @param capacities by resource
     * @param count how many flows there are
     * @param weights by flow, above 0
     * @param demands by flow, what it would carry alone
     * @param uses by flow the resources it uses, each once
     * @param rates by flow, the answer
     */
    void allocate(double[] capacities, int count, double[] weights, double[] demands, int[][] uses, double[] rates) {
        System.arraycopy(capacities, 0, left, 0, left.length);
        Arrays.fill(weightOn, 0);
        indexUsers(count, weights, uses);
        long[] byDemand = orderByDemand(count, weights, demands);
        var shares = new PriorityQueue<Share>();
        for (int r = 0; r < left.length; r++) {
            if (usersLeft[r] > 0) {
                shares.add(new Share(left[r] / weightOn[r], r));
            }
        }
        var fixed = new boolean[count];
        int next = 0;
        while (next < count) {
            int flow = (int) byDemand[next];
            if (fixed[flow]) {
                next++;
                continue;
            }
            Share least = refresh(shares, weights, fixed);
            double wanted = demands[flow] / weights[flow];
            if (least == null || wanted <= least.rate) {
                fix(flow, demands[flow], weights, uses, rates, fixed);
                next++;
            } else {
                shares.poll();
                for (int i = userFrom[least.resource]; i < userFrom[least.resource + 1]; i++) {
                    if (!fixed[users[i]]) {
                        fix(users[i], least.rate * weights[users[i]], weights, uses, rates, fixed);
                    }
                }
            }
        }
    }

    /** The least share, brought up to date; a share only grows while flows are fixed. */
    private @Nullable Share refresh(PriorityQueue<Share> shares, double[] weights, boolean[] fixed) {
        while (!shares.isEmpty()) {
            Share least = shares.peek();
            if (usersLeft[least.resource] == 0) {
                shares.poll();
                continue;
            }
            double weight = weightLeft(least.resource, weights, fixed);
            double now = Math.max(0, left[least.resource]) / weight;
            if (now <= least.rate * (1 + 1e-12)) {
                return new Share(now, least.resource);
            }
            shares.poll();
            shares.add(new Share(now, least.resource));
        }
        return null;
    }

    private double weightLeft(int resource, double[] weights, boolean[] fixed) {
        if (weightOn[resource] < renewBelow[resource]) {
            double sum = 0;
            for (int i = userFrom[resource]; i < userFrom[resource + 1]; i++) {
                sum += fixed[users[i]] ? 0 : weights[users[i]];
            }
            weightOn[resource] = sum;
            renewBelow[resource] = sum * ROUNDED_AWAY;
        }
        return weightOn[resource];
    }

    private void fix(int flow, double rate, double[] weights, int[][] uses, double[] rates, boolean[] fixed) {
        rates[flow] = rate;
        fixed[flow] = true;
        for (int resource : uses[flow]) {
            left[resource] -= rate;
            weightOn[resource] -= weights[flow];
            usersLeft[resource]--;
        }
    }

    private void indexUsers(int count, double[] weights, int[][] uses) {
        Arrays.fill(usersLeft, 0);
        for (int flow = 0; flow < count; flow++) {
            for (int resource : uses[flow]) {
                usersLeft[resource]++;
                weightOn[resource] += weights[flow];
            }
        }
        for (int r = 0; r < left.length; r++) {
            userFrom[r + 1] = userFrom[r] + usersLeft[r];
            renewBelow[r] = weightOn[r] * ROUNDED_AWAY;
        }
        if (users.length < userFrom[left.length]) {
            users = new int[userFrom[left.length] * 2];
        }
        int[] at = Arrays.copyOf(userFrom, left.length);
        for (int flow = 0; flow < count; flow++) {
            for (int resource : uses[flow]) {
                users[at[resource]++] = flow;
            }
        }
    }

    /** Flow indices in the order of their demand per weight, then of their index. */
    private static long[] orderByDemand(int count, double[] weights, double[] demands) {
        var keys = new long[count];
        for (int i = 0; i < count; i++) {
            // the upper bits of a positive double order like the double
            long bits = Double.doubleToLongBits(demands[i] / weights[i]);
            keys[i] = (bits & ~0xfffffL) | i;
        }
        Arrays.sort(keys);
        for (int i = 0; i < count; i++) {
            keys[i] &= 0xfffffL;
        }
        return keys;
    }
}
