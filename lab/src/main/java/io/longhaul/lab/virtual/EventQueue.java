package io.longhaul.lab.virtual;

import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is still to happen in a simulation, in the order of time, then of scheduling. Confined to one thread. */
final class EventQueue {
    private final TreeSet<Event> events = new TreeSet<>();
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

    Event add(double at, Runnable what) {
        var event = new Event(at, order++, what);
        events.add(event);
        return event;
    }

    /** It will not happen, if it has not yet. What is out of date would otherwise stay until its time, which may be far. */
    void remove(@Nullable Event event) {
        if (event != null) {
            events.remove(event);
        }
    }

    /** Its time; positive infinity when nothing is left. */
    double earliest() {
        return events.isEmpty() ? Double.POSITIVE_INFINITY : events.first().at();
    }

    /** Takes the earliest; there must be one. */
    Event poll() {
        return Objects.requireNonNull(events.pollFirst());
    }
}
