package io.longhaul.lab.portable;

/** A first-in first-out queue of (time, length) pairs without an object per pair. Confined to one thread. */
final class SpanQueue {
    private double[] times = new double[16];
    private int[] lengths = new int[16];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(double time, int length) {
        if (size == times.length) {
            grow();
        }
        int tail = (head + size) & (times.length - 1);
        times[tail] = time;
        lengths[tail] = length;
        size++;
    }

    double headTime() {
        return times[head];
    }

    int headLength() {
        return lengths[head];
    }

    /** Takes some of the head's length; a head without length is removed. */
    void consume(int length) {
        lengths[head] -= length;
        if (lengths[head] <= 0) {
            head = (head + 1) & (times.length - 1);
            size--;
        }
    }

    void clear() {
        size = 0;
    }

    private void grow() {
        var moreTimes = new double[times.length * 2];
        var moreLengths = new int[times.length * 2];
        for (int i = 0; i < size; i++) {
            moreTimes[i] = times[(head + i) & (times.length - 1)];
            moreLengths[i] = lengths[(head + i) & (times.length - 1)];
        }
        times = moreTimes;
        lengths = moreLengths;
        head = 0;
    }
}
