package io.longhaul.probes.server;

import java.util.concurrent.atomic.AtomicInteger;

/** How many echo sessions may be open at once: many small ones together would pass any limit of rate. Thread-safe. */
final class EchoSeats {
    private final AtomicInteger left;

    EchoSeats(int seats) {
        this.left = new AtomicInteger(seats);
    }

    /** False when all are taken. */
    boolean take() {
        return left.getAndUpdate(seats -> Math.max(0, seats - 1)) > 0;
    }

    /** One that was taken is free again. */
    void free() {
        left.incrementAndGet();
    }
}
