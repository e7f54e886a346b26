package io.longhaul.planner.recommend;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.units.DataSize;
import java.util.Optional;
import java.util.Set;

/**
 * How to judge links. Immutable.
 *
 * @param basis single-flow or multi-stream rates
 * @param only providers whose sites count, as ends and as relays; empty for all
 * @param streamsPerVm streams a VM may use
 * @param maxVms VMs allowed at each site
 * @param size the transfer that costs are compared for
 */
public record RecommendOptions(
        RateBasis basis, Optional<Set<String>> only, int streamsPerVm, int maxVms, DataSize size) {
    /** Multi-stream rates, two VMs a site, 1 TB. */
    public static final RecommendOptions DEFAULT = new RecommendOptions(
            RateBasis.MULTI_STREAM, Optional.empty(), Limits.DEFAULT.streamsPerVm(), 2, DataSize.ofGigabytes(1000));

    public RecommendOptions {
        only = only.map(Set::copyOf);
        if (maxVms < 1 || streamsPerVm < 1) {
            throw new InvalidInputException(
                    "The limits (" + maxVms + " VMs, " + streamsPerVm + " streams) allow nothing.",
                    "Allow at least one of each.");
        }
    }

    public RecommendOptions withBasis(RateBasis wanted) {
        return new RecommendOptions(wanted, only, streamsPerVm, maxVms, size);
    }

    public RecommendOptions withOnly(Set<String> providers) {
        return new RecommendOptions(basis, Optional.of(providers), streamsPerVm, maxVms, size);
    }

    public RecommendOptions withMaxVms(int vms) {
        return new RecommendOptions(basis, only, streamsPerVm, vms, size);
    }

    /** Whether a provider's sites count. */
    boolean covers(String provider) {
        return only.map(providers -> providers.contains(provider)).orElse(true);
    }

    /** The same as limits of a request. */
    Limits limits() {
        Limits any = Limits.DEFAULT.withMaxVmsPerSite(maxVms).withStreamsPerVm(streamsPerVm);
        return only.map(any::withRelayProviders).orElse(any);
    }
}
