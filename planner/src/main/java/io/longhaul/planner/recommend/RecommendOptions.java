package io.longhaul.planner.recommend;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import java.util.Optional;
import java.util.Set;

/**
 * How to judge links. Immutable.
 *
 * @param basis single-flow or multi-stream rates
 * @param window for links whose single flow was never measured: rate is window over RTT, within the per-flow caps
 * @param only providers whose sites count, as ends and as relays; empty for all
 * @param streamsPerVm streams a VM may use
 * @param maxVms VMs allowed at each site
 * @param size the transfer that costs are compared for
 * @param vmPrice price of a VM whose own is unknown
 */
public record RecommendOptions(
        RateBasis basis,
        Optional<DataSize> window,
        Optional<Set<String>> only,
        int streamsPerVm,
        int maxVms,
        DataSize size,
        PricePerHour vmPrice) {
    /** Multi-stream rates, two VMs a site, 1 TB, VMs at 0.54 USD/h. */
    public static final RecommendOptions DEFAULT = new RecommendOptions(
            RateBasis.MULTI_STREAM,
            Optional.empty(),
            Optional.empty(),
            64,
            2,
            DataSize.ofGigabytes(1000),
            PricePerHour.ofDollars(0.54));

    public RecommendOptions {
        only = only.map(Set::copyOf);
        if (maxVms < 1 || streamsPerVm < 1) {
            throw new InvalidInputException(
                    "The limits (" + maxVms + " VMs, " + streamsPerVm + " streams) allow nothing.",
                    "Allow at least one of each.");
        }
    }

    public RecommendOptions withBasis(RateBasis wanted) {
        return new RecommendOptions(wanted, window, only, streamsPerVm, maxVms, size, vmPrice);
    }

    public RecommendOptions withWindow(DataSize octets) {
        return new RecommendOptions(basis, Optional.of(octets), only, streamsPerVm, maxVms, size, vmPrice);
    }

    public RecommendOptions withOnly(Set<String> providers) {
        return new RecommendOptions(basis, window, Optional.of(providers), streamsPerVm, maxVms, size, vmPrice);
    }

    public RecommendOptions withMaxVms(int vms) {
        return new RecommendOptions(basis, window, only, streamsPerVm, vms, size, vmPrice);
    }

    public RecommendOptions withVmPrice(PricePerHour price) {
        return new RecommendOptions(basis, window, only, streamsPerVm, maxVms, size, price);
    }
}
