package io.longhaul.lab.faithful;

import java.util.Arrays;

/**
 * A binary heap of (time, slot), earliest first, without an object per entry; entries of one time leave in the order
 * they came. Confined to one thread.
 */
final class EventHeap {
    private double[] times = new double[1_024];
    private long[] orders = new long[1_024];
    private int[] slots = new int[1_024];
    private int size;
    private long nextOrder;

    int size() {
        return size;
    }

    double earliest() {
        return size == 0 ? Double.POSITIVE_INFINITY : times[0];
    }

    void add(double time, int slot) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            slots = Arrays.copyOf(slots, size * 2);
        }
        long order = nextOrder++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (before(times[parent], orders[parent], time, order)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, time, order, slot);
    }

    /** Takes the earliest slot. */
    int poll() {
        int result = slots[0];
        size--;
        double time = times[size];
        long order = orders[size];
        int slot = slots[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(times[child + 1], orders[child + 1], times[child], orders[child])) {
                child++;
            }
            if (before(time, order, times[child], orders[child])) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, time, order, slot);
        return result;
    }

    private static boolean before(double timeA, long orderA, double timeB, long orderB) {
        return timeA < timeB || (timeA == timeB && orderA < orderB);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        slots[to] = slots[from];
    }

    private void put(int at, double time, long order, int slot) {
        times[at] = time;
        orders[at] = order;
        slots[at] = slot;
    }
}
