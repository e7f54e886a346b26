package io.longhaul.lab.virtual;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Weighted max-min fair rates under capacities and demands, by progressive filling (Bertsekas and Gallager, "Data
 * Networks", 2nd edition, section 6.5.2): the smallest share grows until a demand or a capacity stops it, then the next.
 * Only resources that somebody uses are looked at. Ties go by index, so that the same input gives the same rates to the last
 * bit. Confined to one thread; reusable.
 */
final class MaxMin {
    /** A sum of weights that has shrunk to this part of what it was is made anew, since it is mostly rounding by then. */
    private static final double ROUNDED_AWAY = 1e-6;

    private final double[] weightOn;
    /** The weight from which on {@link #weightOn} is made anew. */
    private final double[] renewBelow;

    /** Between two calls none are left. */
    private final int[] usersLeft;

    private final int[] userFrom;
    private final int[] userTo;
    private final int[] used;
    private int usedCount;
    private int[] users = new int[0];

    /** By flow, from the first of a call on: what stops it beside others, the same over its weight, whether it has its rate. */
    private double[] most = new double[0];

    private double[] level = new double[0];
    private boolean[] fixed = new boolean[0];
    /** Flows as a heap, the least level at the top. */
    private int[] heap = new int[0];

    private int heapSize;

    MaxMin(int resources) {
        weightOn = new double[resources];
        renewBelow = new double[resources];
        usersLeft = new int[resources];
        userFrom = new int[resources];
        userTo = new int[resources];
        used = new int[resources];
    }

    int resources() {
        return weightOn.length;
    }

    private record Share(double rate, int resource) implements Comparable<Share> {
        @Override
        public int compareTo(Share other) {
            int byRate = Double.compare(rate, other.rate);
            return byRate != 0 ? byRate : Integer.compare(resource, other.resource);
        }
    }

    /**
     * Shares what is left of capacities.
     *
     * @param left by resource; what the flows get is taken from it
     * @param from the first flow
     * @param to behind the last flow
     * @param weights by flow, above 0
     * @param demands by flow, what it would carry alone
     * @param uses by flow the resources it uses, each once
     * @param rates by flow, the answer
     */
    void allocate(double[] left, int from, int to, double[] weights, double[] demands, int[][] uses, double[] rates) {
        if (most.length < to) {
            most = new double[2 * to];
            level = new double[2 * to];
            fixed = new boolean[2 * to];
            heap = new int[2 * to];
        }
        indexUsers(from, to, weights, uses);
        var shares = new PriorityQueue<Share>();
        for (int k = 0; k < usedCount; k++) {
            int resource = used[k];
            if (usersLeft[resource] > 1) {
                shares.add(new Share(Math.max(0, left[resource]) / weightOn[resource], resource));
            }
        }
        for (int flow = from; flow < to; flow++) {
            // what nobody shares is a limit of its own
            most[flow] = demands[flow];
            for (int resource : uses[flow]) {
                most[flow] = usersLeft[resource] == 1 ? Math.min(most[flow], Math.max(0, left[resource])) : most[flow];
            }
            level[flow] = most[flow] / weights[flow];
            fixed[flow] = false;
        }
        heapify(from, to);
        for (int open = to - from; open > 0; ) {
            int flow = heap[0];
            if (fixed[flow]) {
                removeTop();
                continue;
            }
            Share least = refresh(shares, left, weights);
            if (least == null || level[flow] <= least.rate) {
                fix(flow, most[flow], left, weights, uses, rates);
                removeTop();
                open--;
                continue;
            }
            shares.poll();
            for (int i = userFrom[least.resource]; i < userTo[least.resource]; i++) {
                if (!fixed[users[i]]) {
                    fix(users[i], least.rate * weights[users[i]], left, weights, uses, rates);
                    open--;
                }
            }
        }
    }

    /** The least share, brought up to date; a share only grows while flows are fixed. */
    private @Nullable Share refresh(PriorityQueue<Share> shares, double[] left, double[] weights) {
        while (!shares.isEmpty()) {
            Share least = shares.peek();
            if (usersLeft[least.resource] == 0) {
                shares.poll();
                continue;
            }
            double weight = weightLeft(least.resource, weights);
            double now = Math.max(0, left[least.resource]) / weight;
            if (now <= least.rate * (1 + 1e-12)) {
                return new Share(now, least.resource);
            }
            shares.poll();
            shares.add(new Share(now, least.resource));
        }
        return null;
    }

    private double weightLeft(int resource, double[] weights) {
        if (weightOn[resource] < renewBelow[resource]) {
            double sum = 0;
            for (int i = userFrom[resource]; i < userTo[resource]; i++) {
                sum += fixed[users[i]] ? 0 : weights[users[i]];
            }
            weightOn[resource] = sum;
            renewBelow[resource] = sum * ROUNDED_AWAY;
        }
        return weightOn[resource];
    }

    private void fix(int flow, double rate, double[] left, double[] weights, int[][] uses, double[] rates) {
        rates[flow] = rate;
        fixed[flow] = true;
        for (int resource : uses[flow]) {
            left[resource] = Math.max(0, left[resource] - rate);
            weightOn[resource] -= weights[flow];
            usersLeft[resource]--;
        }
    }

    private void indexUsers(int from, int to, double[] weights, int[][] uses) {
        usedCount = 0;
        for (int flow = from; flow < to; flow++) {
            for (int resource : uses[flow]) {
                if (usersLeft[resource]++ == 0) {
                    used[usedCount++] = resource;
                    weightOn[resource] = 0;
                }
                weightOn[resource] += weights[flow];
            }
        }
        int all = 0;
        for (int k = 0; k < usedCount; k++) {
            int resource = used[k];
            userFrom[resource] = all;
            userTo[resource] = all;
            all += usersLeft[resource];
            renewBelow[resource] = weightOn[resource] * ROUNDED_AWAY;
        }
        if (users.length < all) {
            users = new int[2 * all];
        }
        for (int flow = from; flow < to; flow++) {
            for (int resource : uses[flow]) {
                users[userTo[resource]++] = flow;
            }
        }
    }

    private void heapify(int from, int to) {
        heapSize = to - from;
        for (int k = 0; k < heapSize; k++) {
            heap[k] = from + k;
        }
        for (int k = heapSize / 2 - 1; k >= 0; k--) {
            sink(k);
        }
    }

    private void removeTop() {
        heap[0] = heap[--heapSize];
        sink(0);
    }

    private void sink(int start) {
        int place = start;
        int flow = heap[place];
        for (int child = 2 * place + 1; child < heapSize; child = 2 * place + 1) {
            child += child + 1 < heapSize && isBefore(heap[child + 1], heap[child]) ? 1 : 0;
            if (!isBefore(heap[child], flow)) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = flow;
    }

    private boolean isBefore(int one, int other) {
        return level[one] < level[other] || (level[one] == level[other] && one < other);
    }
}
