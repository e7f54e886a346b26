package io.longhaul.lab.faithful;

/**
 * How long this machine takes from the time a sleeping thread is to wake until it runs: some 50 to 150 microseconds on a
 * virtual machine, twice on each way of a packet. It is measured all the time, and taken off. Confined to the emulator's
 * thread.
 */
final class WakeUp {
    /** More than this is not waking but waiting for a busy core. */
    private static final double MOST_NANOS = 200_000;

    private static final double MEMORY = 0.02;

    private double nanos = 50_000;

    double nanos() {
        return nanos;
    }

    /** A sleep ended this much after its time. */
    void tookUntil(double overslept) {
        double counted = Math.max(0, Math.min(MOST_NANOS, overslept));
        nanos += MEMORY * (counted - nanos);
    }
}
