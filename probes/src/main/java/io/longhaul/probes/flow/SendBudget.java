package io.longhaul.probes.flow;

import java.util.concurrent.atomic.AtomicLong;

/** The octets that all senders of a test may still send together. Thread-safe. */
public final class SendBudget {
    private final AtomicLong left;
    private final boolean ofTheCount;

    private SendBudget(long octets, boolean ofTheCount) {
        this.left = new AtomicLong(octets);
        this.ofTheCount = ofTheCount;
    }

    /** Spent by all that is sent, from the first octet on. */
    public SendBudget(long octets) {
        this(octets, false);
    }

    /** Spent by what is sent once the count has begun; the omitted part costs nothing. */
    public static SendBudget ofTheCount(long octets) {
        return new SendBudget(octets, true);
    }

    public static SendBudget unlimited() {
        return new SendBudget(Long.MAX_VALUE);
    }

    /**
     * Takes up to so many octets; zero when all is spent.
     *
     * @param counting whether the sender's count has begun
     */
    int claim(int wanted, boolean counting) {
        if (ofTheCount && !counting) {
            return wanted;
        }
        long before = left.getAndUpdate(octets -> octets - Math.min(octets, wanted));
        return (int) Math.min(before, wanted);
    }

    /** Pays for octets that a sender claimed before its count began, and that will count all the same. */
    void payLate(long octets) {
        if (ofTheCount) {
            left.getAndUpdate(before -> before - Math.min(before, octets));
        }
    }

    public boolean isSpent() {
        return left.get() <= 0;
    }
}
