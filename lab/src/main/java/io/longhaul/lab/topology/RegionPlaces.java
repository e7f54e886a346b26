package io.longhaul.lab.topology;

import io.longhaul.core.topology.NearestSites;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the regions of AWS, Azure and Google Cloud are: the coordinates that ship with Longhaul, with their sources, in
 * {@code regions.json} of {@code core}. A zone is where its region is. Safe for use from any thread.
 */
final class RegionPlaces {
    private static final String FORMAT = "longhaul-regions/1";

    private RegionPlaces() {}

    /** Read when a site is first asked for. */
    private static final class Shipped {
        static final Map<SiteId, Coordinates> PLACES = read();
    }

    static Optional<Coordinates> find(SiteId site) {
        return Optional.ofNullable(Shipped.PLACES.get(site.withoutZone()));
    }

    /** What to do about a site that is none of these. */
    static String advice(SiteId site) {
        Set<SiteId> known = Shipped.PLACES.keySet();
        if (known.stream().noneMatch(region -> region.provider().equals(site.provider()))) {
            return "Longhaul knows where the regions of aws, azure and gcp are, and no other places.";
        }
        return site + " is none of the " + known.size() + " regions whose place Longhaul knows. "
                + NearestSites.advice(site, known);
    }

    private static Map<SiteId, Coordinates> read() {
        try (InputStream in = SiteId.class.getResourceAsStream("regions.json")) {
            if (in == null) {
                throw new IllegalStateException("the regions were not built in");
            }
            JsonNode root = new JsonMapper().readTree(in);
            if (!root.path("format").asString().equals(FORMAT)) {
                throw new IllegalStateException("the regions are not " + FORMAT);
            }
            var places = new LinkedHashMap<SiteId, Coordinates>();
            for (JsonNode region : root.path("regions")) {
                places.put(
                        SiteId.parse(region.path("id").asString()),
                        new Coordinates(
                                region.path("latitude").asDouble(),
                                region.path("longitude").asDouble()));
            }
            return places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
