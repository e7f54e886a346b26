package io.longhaul.store.grid;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Optional;

/**
 * One row of a file of problems. Immutable.
 *
 * @param line where it stands in the file
 * @param from source
 * @param to destination
 * @param rate the rate wanted; empty when any will do
 * @param size how much is to be moved
 * @param maxVmsPerSite most VMs at any site
 */
public record BatchProblem(
        long line, SiteId from, SiteId to, Optional<Bandwidth> rate, DataSize size, int maxVmsPerSite) {
    /**
     * The request.
     *
     * @param rateExactly whether the plan must run at exactly the rate, instead of at least at it
     */
    public TransferRequest request(boolean rateExactly) {
        TransferRequest request =
                TransferRequest.of(from, to, size).withLimits(Limits.DEFAULT.withMaxVmsPerSite(maxVmsPerSite));
        return rate.map(wanted -> rateExactly ? request.withRateExactly(wanted) : request.withRateAtLeast(wanted))
                .orElse(request);
    }
}
