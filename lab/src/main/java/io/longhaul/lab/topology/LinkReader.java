package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * Delays, path caps, loss and jitter of links. A delay comes from {@code one_way}, else from {@code rtt} of the link or
 * of the way back, else from the places of both sites: their locations, else those of their regions. Confined to one thread.
 */
final class LinkReader {
    private static final double DEFAULT_STRETCH = 1.8;
    /**
     * Between regions at the same coordinates, mostly the centre of the same city: half the median of the 16 public round-trip
     * times of April 2022 between regions within 60 km of each other, 2.5 ms.
     */
    private static final Duration LEAST_BETWEEN_REGIONS = Duration.ofNanos(1_250_000);

    private final String source;
    private final Map<SiteId, LabSite> sites;
    private final Map<Link, Duration> oneWay = new LinkedHashMap<>();
    private final Map<Link, Duration> roundTrip = new LinkedHashMap<>();
    private final Map<Link, LabLink> extras = new LinkedHashMap<>();

    LinkReader(String source, Map<SiteId, LabSite> sites) {
        this.source = source;
        this.sites = sites;
    }

    Map<Link, LabLink> read(Fields top, UnaryOperator<LabLink> impair) {
        if (top.has("rtt")) {
            readMatrix(top.mapping("rtt"), roundTrip);
        }
        if (top.has("one_way")) {
            readMatrix(top.mapping("one_way"), oneWay);
        }
        double stretch = top.findNumber("stretch").orElse(DEFAULT_STRETCH);
        if (!(stretch >= 1)) {
            throw new InvalidInputException(
                    source + ".stretch is " + stretch + ".",
                    "A path is at least as long as the great circle: give 1 or more.");
        }
        int number = 0;
        for (JsonNode node : top.list("links")) {
            number++;
            readLink(new Fields(source + ".links[" + number + "]", node));
        }
        var links = new LinkedHashMap<Link, LabLink>();
        for (SiteId from : sites.keySet()) {
            for (SiteId to : sites.keySet()) {
                if (!from.equals(to)) {
                    var link = new Link(from, to);
                    links.put(link, impair.apply(settings(link, stretch)));
                }
            }
        }
        return links;
    }

    private void readMatrix(Fields matrix, Map<Link, Duration> into) {
        for (String from : matrix.keys()) {
            Fields row = matrix.mapping(from);
            for (String to : row.keys()) {
                into.put(known(row.where(), from, to), row.read(to, Durations::parse));
            }
        }
    }

    private Link known(String where, String from, String to) {
        var link = new Link(SiteId.parse(from), SiteId.parse(to));
        for (SiteId id : new SiteId[] {link.from(), link.to()}) {
            if (!sites.containsKey(id)) {
                throw new InvalidInputException(
                        where + " names " + id + ", which is not under sites.",
                        "The sites are: "
                                + LabTopology.names(sites.values().stream().toList()) + ".");
            }
        }
        return link;
    }

    private void readLink(Fields fields) {
        Link link = known(fields.where(), fields.text("from"), fields.text("to"));
        Optional<Bandwidth> pathCap = fields.findBandwidth("path_cap");
        double loss = fields.findShare("loss").orElse(0.0);
        Duration jitter = fields.findDuration("jitter").orElse(Duration.ZERO);
        fields.findDuration("one_way").ifPresent(delay -> oneWay.put(link, delay));
        fields.refuseUnknown();
        if (extras.put(link, new LabLink(link, Duration.ZERO, pathCap, loss, jitter)) != null) {
            throw new InvalidInputException(
                    fields.where() + " is a second entry for " + link + ".",
                    "Put all settings of a link in one entry.");
        }
    }

    private LabLink settings(Link link, double stretch) {
        Duration delay = delay(link, stretch);
        LabLink extra = extras.get(link);
        return extra == null
                ? new LabLink(link, delay, Optional.empty(), 0, Duration.ZERO)
                : new LabLink(link, delay, extra.pathCap(), extra.loss(), extra.jitter());
    }

    private Duration delay(Link link, double stretch) {
        Duration given = oneWay.get(link);
        if (given != null) {
            return given;
        }
        Duration there = roundTrip.get(link);
        Duration back = roundTrip.get(link.reversed());
        if (there != null) {
            return (back == null ? there : there.plus(back).dividedBy(2)).dividedBy(2);
        }
        if (back != null) {
            return back.dividedBy(2);
        }
        return byPlaces(link, stretch);
    }

    private Duration byPlaces(Link link, double stretch) {
        Coordinates from = place(link, link.from());
        Duration delay = from.oneWayDelayTo(place(link, link.to()), stretch);
        boolean given = site(link.from()).location().isPresent()
                && site(link.to()).location().isPresent();
        return given || delay.compareTo(LEAST_BETWEEN_REGIONS) > 0 ? delay : LEAST_BETWEEN_REGIONS;
    }

    private Coordinates place(Link link, SiteId id) {
        return site(id).location()
                .or(() -> RegionPlaces.find(id))
                .orElseThrow(() -> new InvalidInputException(
                        source + " has no delay for " + link + ", and no place for " + id + ".",
                        "Add the delay under rtt or one_way, or location: [latitude, longitude] to the site. "
                                + RegionPlaces.advice(id)));
    }

    private LabSite site(SiteId id) {
        LabSite site = sites.get(id);
        if (site == null) {
            throw new IllegalStateException("unknown site " + id);
        }
        return site;
    }
}
