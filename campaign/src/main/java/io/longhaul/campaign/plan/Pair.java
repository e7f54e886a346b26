package io.longhaul.campaign.plan;

import io.longhaul.core.topology.Link;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sender and a receiver, at different sites; for studies of several links, with more receivers. Immutable.
 *
 * @param from sends, or asks
 * @param to receives, or answers
 * @param others that receive beside it, in turn
 */
public record Pair(Participant from, Participant to, List<Participant> others) {
    public Pair {
        others = List.copyOf(others);
    }

    /** With one receiver. */
    public Pair(Participant from, Participant to) {
        this(from, to, List.of());
    }

    public Link link() {
        return new Link(from.site(), to.site());
    }

    /** All that receive. */
    public List<Participant> receivers() {
        return Stream.concat(Stream.of(to), others.stream()).toList();
    }

    @Override
    public String toString() {
        return from.name() + " -> " + to.name();
    }
}
