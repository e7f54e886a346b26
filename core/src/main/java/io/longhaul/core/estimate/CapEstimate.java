package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.time.Instant;
import java.util.Optional;

/**
 * What we believe of one cap of a VM. Immutable.
 *
 * @param value the cap
 * @param interval confidence interval; empty when the data give no right to one
 * @param source where the belief comes from
 * @param asOf when it was last confirmed; empty for assumptions
 * @param links links whose rates pile up at the cap; 0 when it was not measured
 * @param whyNoInterval why a measured cap has no interval; empty when it has one, or was not measured
 * @param pooled whether it is that of the VMs of its type, for too few links of this VM pile up
 */
public record CapEstimate(
        Bandwidth value,
        Optional<RateInterval> interval,
        Source source,
        Optional<Instant> asOf,
        int links,
        Optional<String> whyNoInterval,
        boolean pooled) {
    /** Of this VM's own links. */
    public CapEstimate(
            Bandwidth value,
            Optional<RateInterval> interval,
            Source source,
            Optional<Instant> asOf,
            int links,
            Optional<String> whyNoInterval) {
        this(value, interval, source, asOf, links, whyNoInterval, false);
    }

    /** Of a source that does not tell how many links stand behind it. */
    public CapEstimate(Bandwidth value, Optional<RateInterval> interval, Source source, Optional<Instant> asOf) {
        this(value, interval, source, asOf, 0, Optional.empty());
    }

    /** A cap from the provider's pages. */
    public static CapEstimate documented(Bandwidth value) {
        return new CapEstimate(value, Optional.empty(), Source.DOCUMENTED, Optional.empty());
    }
}
