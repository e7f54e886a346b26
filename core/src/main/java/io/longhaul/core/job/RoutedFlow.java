package io.longhaul.core.job;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Octets of a plan on one way from site to site. Several with the same ends carry different octets on different ways.
 * Immutable.
 *
 * @param from where the octets are
 * @param to where they must be
 * @param size how many, on each leg of the way alike
 * @param via sites in between that pass them on as they come, in order; usually none
 * @param streams TCP connections of each VM pair on each leg, 1 at least
 * @param weight its part of a port or path that it shares with others of the same priority: rates go in proportion. Octets as
 *     weights end all flows of a stage together (MADD)
 * @param phase flows of a stage begin when all of its smaller phases have ended; usually 0
 * @param pieces when it sends at what rate, if the plan fixes that (as Amoeba's does), before all flows without; empty: whenever
 *     its stage runs, as fast as priorities and weights let it
 */
public record RoutedFlow(
        SiteId from,
        SiteId to,
        DataSize size,
        List<SiteId> via,
        int streams,
        double weight,
        int phase,
        List<Piece> pieces) {
    /**
     * A time in which a flow sends at one rate.
     *
     * @param start from the arrival of its job
     * @param end after {@code start}
     * @param rate of each leg
     */
    public record Piece(Duration start, Duration end, Bandwidth rate) {}

    public RoutedFlow {
        via = List.copyOf(via);
        pieces = List.copyOf(pieces);
    }

    /** The links it crosses, in order. */
    public List<Link> legs() {
        var legs = new ArrayList<Link>();
        SiteId last = from;
        for (SiteId next : via) {
            legs.add(new Link(last, next));
            last = next;
        }
        legs.add(new Link(last, to));
        return legs;
    }
}
