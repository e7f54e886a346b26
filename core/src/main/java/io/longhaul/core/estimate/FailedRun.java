package io.longhaul.core.estimate;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run that ended with a number which is no measurement of its link: far below what the same link, the same campaign and
 * the other direction carried. It stays in the log and is left out of estimates. Immutable.
 *
 * @param id of the measurement in the log
 * @param link the link
 * @param campaign it belongs to; empty text for none
 * @param started when it ran
 * @param streams TCP connections
 * @param rate what arrived
 * @param sent what the senders counted; empty when unknown
 * @param expected what the rest of its campaign makes one expect
 * @param why the evidence, a sentence each
 */
public record FailedRun(
        String id,
        Link link,
        String campaign,
        Instant started,
        int streams,
        Bandwidth rate,
        Optional<Bandwidth> sent,
        Bandwidth expected,
        List<String> why) {
    public FailedRun {
        why = List.copyOf(why);
    }

    /** The number the run ended with, read as {@link RatePoint#carried} reads totals. */
    public Bandwidth carried() {
        return sent.orElse(rate);
    }
}
