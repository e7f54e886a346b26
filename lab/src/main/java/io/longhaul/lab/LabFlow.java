package io.longhaul.lab;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * Parallel streams between two sites that carry as much as they may, from a time on, until their volume is sent or their
 * time is over. Immutable.
 *
 * @param link from where to where
 * @param streams TCP connections, 1 or more
 * @param start when they begin to connect
 * @param volume what they carry together; empty for no end
 * @param stop when they stop; empty for no end
 */
public record LabFlow(Link link, int streams, Duration start, Optional<DataSize> volume, Optional<Duration> stop) {
    public LabFlow {
        if (streams < 1 || start.isNegative()) {
            throw new InvalidInputException(
                    "The flow " + link + " has " + streams + " streams and starts at " + start + ".",
                    "Give at least one stream and a start of 0s or later.");
        }
    }

    /** Streams from the start of the lab that never end. */
    public static LabFlow endless(Link link, int streams) {
        return new LabFlow(link, streams, Duration.ZERO, Optional.empty(), Optional.empty());
    }

    /** Streams that carry a volume. */
    public static LabFlow of(Link link, int streams, DataSize volume, Duration start) {
        return new LabFlow(link, streams, start, Optional.of(volume), Optional.empty());
    }

    /** The same flow between other times. */
    public LabFlow between(Duration from, Duration until) {
        return new LabFlow(link, streams, from, volume, Optional.of(until));
    }
}
