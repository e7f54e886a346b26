package io.longhaul.planner.recommend;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.Optional;

/**
 * What is known of one link when it is judged. Immutable.
 *
 * @param link the link
 * @param direct its rate by the basis
 * @param streams with more streams on the same VM pair; empty when streams are in the basis already
 * @param onePair the better of the two
 * @param relay the best relay
 * @param relayRate what it gives
 * @param bound min(sender's egress cap, receiver's ingress cap)
 */
record LinkCase(
        Link link,
        Bandwidth direct,
        Optional<Bandwidth> streams,
        Bandwidth onePair,
        Optional<SiteId> relay,
        Optional<Bandwidth> relayRate,
        Optional<Bandwidth> bound) {}
