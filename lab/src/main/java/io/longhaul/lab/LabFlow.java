package io.longhaul.lab;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Parallel streams between two sites that carry as much as they may, from a time on, until their volume is sent or their
 * time is over. Immutable.
 *
 * @param link from where to where
 * @param streams TCP connections, 1 or more
 * @param start when they begin to connect, if they wait for no other flow
 * @param volume what they carry together; empty for no end
 * @param stop when they stop; empty for no end
 * @param pace what they send together at most at any time; empty for as much as they may
 * @param after flows they wait for before they connect
 */
public record LabFlow(
        Link link,
        int streams,
        Duration start,
        Optional<DataSize> volume,
        Optional<Duration> stop,
        Optional<Bandwidth> pace,
        List<After> after) {
    /**
     * A flow that has to be whole at its receiver before another connects.
     *
     * @param flow its number among those carried; it comes before the one that waits
     * @param delay from its end on, as for computing
     */
    public record After(int flow, Duration delay) {}

    public LabFlow {
        after = List.copyOf(after);
        if (streams < 1 || start.isNegative()) {
            throw new InvalidInputException(
                    "The flow " + link + " has " + streams + " streams and starts at " + start + ".",
                    "Give at least one stream and a start of 0s or later.");
        }
        if (pace.map(Bandwidth::isZero).orElse(false)) {
            throw new InvalidInputException(
                    "The flow " + link + " has a pace of zero.", "Give a pace, or leave it out.");
        }
    }

    /** Streams from the start of the lab that never end. */
    public static LabFlow endless(Link link, int streams) {
        return new LabFlow(
                link, streams, Duration.ZERO, Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    /** Streams that carry a volume. */
    public static LabFlow of(Link link, int streams, DataSize volume, Duration start) {
        return new LabFlow(link, streams, start, Optional.of(volume), Optional.empty(), Optional.empty(), List.of());
    }

    /** The same flow between other times. */
    public LabFlow between(Duration from, Duration until) {
        return new LabFlow(link, streams, from, volume, Optional.of(until), pace, after);
    }

    /** The same flow at a pace. */
    public LabFlow at(Bandwidth most) {
        return new LabFlow(link, streams, start, volume, stop, Optional.of(most), after);
    }

    /** The same flow after others. */
    public LabFlow after(List<After> others) {
        return new LabFlow(link, streams, start, volume, stop, pace, others);
    }

    /**
     * That each waits for flows before it only, so that no two wait for each other.
     *
     * @throws InvalidInputException when one waits for itself or for a later one
     */
    public static void requireOrder(List<LabFlow> flows) {
        for (int i = 0; i < flows.size(); i++) {
            for (After other : flows.get(i).after) {
                if (other.flow() < 0 || other.flow() >= i) {
                    throw new InvalidInputException(
                            "The flow " + i + " waits for the flow " + other.flow() + ".",
                            "Give flows in an order in which each comes after those it waits for.");
                }
            }
        }
    }
}
