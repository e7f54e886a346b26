package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan may use. Immutable.
 *
 * @param maxVmsPerSite most VMs at any site, at least 1
 * @param vmQuotas sites or regions whose quota differs from {@code maxVmsPerSite}; the smaller of the two counts
 * @param streamsPerVm TCP connections of one VM, shared among its links
 * @param relaysAllowed whether data may pass through a third site
 * @param noTransit sites or regions whose VMs may not forward the data, for example for reasons of law
 * @param relayProviders providers relays may belong to; empty when any may
 */
public record Limits(
        int maxVmsPerSite,
        Map<SiteId, Integer> vmQuotas,
        int streamsPerVm,
        boolean relaysAllowed,
        Set<SiteId> noTransit,
        Optional<Set<String>> relayProviders) {
    public static final Limits DEFAULT = new Limits(8, Map.of(), 64, true, Set.of(), Optional.empty());

    /** More VMs at one site are not planned for: they would move an exabyte in an hour. */
    public static final int MOST_VMS = 1_000_000;

    public Limits {
        vmQuotas = Map.copyOf(vmQuotas);
        noTransit = Set.copyOf(noTransit);
        relayProviders = relayProviders.map(Set::copyOf);
        if (maxVmsPerSite < 1) {
            throw new InvalidInputException(
                    "The limit of VMs per site (" + maxVmsPerSite + ") is below 1.", "Allow at least one VM.");
        }
        if (streamsPerVm < 1) {
            throw new InvalidInputException(
                    "The limit of streams per VM (" + streamsPerVm + ") is below 1.", "Allow at least one stream.");
        }
    }

    /**
     * Most VMs at a site: the limit or the quota of the site or its region, whichever is less; never negative, and never
     * more than {@link #MOST_VMS}.
     */
    public int maxVms(SiteId site) {
        int most = Math.min(maxVmsPerSite, MOST_VMS);
        if (vmQuotas.isEmpty()) {
            return most;
        }
        for (Map.Entry<SiteId, Integer> quota : vmQuotas.entrySet()) {
            most = site.isIn(quota.getKey()) ? Math.min(most, quota.getValue()) : most;
        }
        return Math.max(0, most);
    }

    /**
     * Whether a site may forward data between two others: neither it, nor its region, nor one of its zones is among those
     * that may not.
     */
    public boolean mayRelay(SiteId site) {
        return relaysAllowed
                && !noTransit.contains(site)
                && noTransit.stream().noneMatch(place -> site.isIn(place) || place.isIn(site))
                && relayProviders
                        .map(allowed -> allowed.contains(site.provider()))
                        .orElse(true);
    }

    public Limits withMaxVmsPerSite(int vms) {
        return new Limits(vms, vmQuotas, streamsPerVm, relaysAllowed, noTransit, relayProviders);
    }

    public Limits withVmQuotas(Map<SiteId, Integer> quotas) {
        return new Limits(maxVmsPerSite, quotas, streamsPerVm, relaysAllowed, noTransit, relayProviders);
    }

    public Limits withStreamsPerVm(int streams) {
        return new Limits(maxVmsPerSite, vmQuotas, streams, relaysAllowed, noTransit, relayProviders);
    }

    public Limits withRelaysAllowed(boolean allowed) {
        return new Limits(maxVmsPerSite, vmQuotas, streamsPerVm, allowed, noTransit, relayProviders);
    }

    public Limits withNoTransit(Set<SiteId> sites) {
        return new Limits(maxVmsPerSite, vmQuotas, streamsPerVm, relaysAllowed, sites, relayProviders);
    }

    public Limits withRelayProviders(Set<String> providers) {
        return new Limits(maxVmsPerSite, vmQuotas, streamsPerVm, relaysAllowed, noTransit, Optional.of(providers));
    }
}
