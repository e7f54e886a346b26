package io.longhaul.probes.flow;

import java.util.concurrent.atomic.AtomicLong;

/** The octets that all senders of a test may still send together. Thread-safe. */
public final class SendBudget {
    private final AtomicLong left;

    public SendBudget(long octets) {
        this.left = new AtomicLong(octets);
    }

    public static SendBudget unlimited() {
        return new SendBudget(Long.MAX_VALUE);
    }

    /** Takes up to so many octets; zero when all is spent. */
    int claim(int wanted) {
        long before = left.getAndUpdate(octets -> octets - Math.min(octets, wanted));
        return (int) Math.min(before, wanted);
    }

    public boolean isSpent() {
        return left.get() <= 0;
    }
}
