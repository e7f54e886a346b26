package io.longhaul.lab;

import java.util.Arrays;
import java.util.function.BiConsumer;

/** Octets of a flow through time: breakpoints of a piecewise linear curve. Confined to one thread until it is complete. */
public final class FlowCurve {
    private double[] seconds = new double[8];
    private double[] bytes = new double[8];
    private int size;

    /** Adds a breakpoint, not before the last one. */
    public void add(double at, double sent) {
        if (size > 0 && seconds[size - 1] == at) {
            bytes[size - 1] = sent;
            return;
        }
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, size * 2);
            bytes = Arrays.copyOf(bytes, size * 2);
        }
        seconds[size] = at;
        bytes[size++] = sent;
    }

    /** Gives every breakpoint, seconds and octets, in order. */
    public void forEach(BiConsumer<Double, Double> each) {
        for (int i = 0; i < size; i++) {
            each.accept(seconds[i], bytes[i]);
        }
    }

    /** Octets until a time, by interpolation; the last value after the end. */
    public double at(double time) {
        if (size == 0 || time <= seconds[0]) {
            return size == 0 ? 0 : bytes[0];
        }
        int found = Arrays.binarySearch(seconds, 0, size, time);
        if (found >= 0) {
            return bytes[found];
        }
        int next = -found - 1;
        if (next == size) {
            return bytes[size - 1];
        }
        double share = (time - seconds[next - 1]) / (seconds[next] - seconds[next - 1]);
        return bytes[next - 1] + share * (bytes[next] - bytes[next - 1]);
    }
}
