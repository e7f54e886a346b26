package io.longhaul.campaign.plan;

import io.longhaul.core.topology.Link;

/**
 * A sender and a receiver, at different sites. Immutable.
 *
 * @param from sends, or asks
 * @param to receives, or answers
 */
public record Pair(Participant from, Participant to) {
    public Link link() {
        return new Link(from.site(), to.site());
    }

    @Override
    public String toString() {
        return from.name() + " -> " + to.name();
    }
}
