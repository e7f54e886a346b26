package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a fleet takes of the accounts' quotas, by what the clouds say now; sites below {@code elsewhere} are not in it. Immutable.
 *
 * @param lines a quota each, of those that the fleet's VMs take something of
 * @param unknown why the others are not known, a sentence for each place
 */
public record FleetQuotas(List<Line> lines, List<String> unknown) {
    public FleetQuotas {
        lines = List.copyOf(lines);
        unknown = List.copyOf(unknown);
    }

    /**
     * One quota. Immutable.
     *
     * @param needed in the quota's own unit, all candidates together
     */
    public record Line(Quota quota, double needed) {
        /** Whether what is left of it is enough. */
        public boolean suffices() {
            return needed <= quota.limit() - quota.used().orElse(0);
        }
    }

    /** Those that are too small. */
    public List<Line> lacks() {
        return lines.stream().filter(line -> !line.suffices()).toList();
    }

    /**
     * Asks the clouds.
     *
     * @param clouds by provider
     */
    public static FleetQuotas of(Fleet fleet, Function<String, CloudCatalog> clouds) {
        Map<SiteId, List<Quota>> known = new HashMap<>();
        Map<String, Line> lines = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        for (Fleet.Group group : fleet.groups()) {
            SiteId site = group.site();
            try {
                CloudCatalog cloud = clouds.apply(site.provider());
                List<Quota> quotas = known.computeIfAbsent(site, cloud::quotas);
                Map<String, Double> takes = cloud.takes(site, group.type(), group.spot());
                for (Quota quota : quotas) {
                    Double each = takes.get(quota.id());
                    if (each != null) {
                        lines.merge(
                                quota.region() + " " + quota.id(),
                                new Line(quota, each * group.candidates()),
                                (one, other) -> new Line(one.quota(), one.needed() + other.needed()));
                    }
                }
            } catch (CloudException e) {
                unknown.add("The quotas of " + site + " are not known: " + e.message() + " " + e.advice());
            }
        }
        return new FleetQuotas(List.copyOf(lines.values()), unknown);
    }
}
