package io.longhaul.lab.virtual;

import java.util.PriorityQueue;

/** What is still to happen in a simulation, in the order of time, then of scheduling. Confined to one thread. */
final class EventQueue {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long order;

    /**
     * One event.
     *
     * @param at seconds
     * @param order of scheduling
     * @param what happens
     */
    record Event(double at, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    void add(double at, Runnable what) {
        events.add(new Event(at, order++, what));
    }

    /** Its time; positive infinity when nothing is left. */
    double earliest() {
        Event next = events.peek();
        return next == null ? Double.POSITIVE_INFINITY : next.at();
    }

    /** Takes the earliest; there must be one. */
    Event poll() {
        return events.remove();
    }
}
