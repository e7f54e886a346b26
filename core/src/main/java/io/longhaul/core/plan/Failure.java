package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a plan may lose: one VM of a site, or a relay with all its VMs. Immutable.
 *
 * @param site where
 * @param relay whether the whole site is lost, which only relays may be
 */
public record Failure(SiteId site, boolean relay) implements Comparable<Failure> {
    /** Every single failure of a plan: a relay with one VM counts once. */
    public static SortedSet<Failure> of(TransferPlan plan) {
        var failures = new TreeSet<Failure>();
        SortedSet<SiteId> relays = plan.relays();
        plan.vms().forEach((site, vms) -> {
            if (relays.contains(site)) {
                failures.add(new Failure(site, true));
            }
            if (!relays.contains(site) || vms > 1) {
                failures.add(new Failure(site, false));
            }
        });
        return failures;
    }

    /** VMs that a site is left with. */
    public int left(SiteId of, int vms) {
        if (!of.equals(site)) {
            return vms;
        }
        return relay ? 0 : vms - 1;
    }

    @Override
    public int compareTo(Failure other) {
        return Comparator.comparing(Failure::site).thenComparing(Failure::relay).compare(this, other);
    }

    /** {@code one VM at aws:a}, {@code the relay gcp:r}. */
    @Override
    public String toString() {
        return relay ? "the relay " + site : "one VM at " + site;
    }
}
