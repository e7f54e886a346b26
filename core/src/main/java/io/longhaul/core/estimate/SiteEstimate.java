package io.longhaul.core.estimate;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import java.util.Optional;

/**
 * What we believe of one VM at a site. Immutable.
 *
 * @param id the site
 * @param vmType the VM type measured; empty when unknown
 * @param egress cap on all that leaves the VM; empty when the data show none and none is documented
 * @param ingress cap on all that reaches the VM; likewise
 * @param perFlow cap on one stream; likewise
 * @param tokenBucket the bucket behind the egress cap; empty when none was seen
 */
public record SiteEstimate(
        SiteId id,
        Optional<String> vmType,
        Optional<CapEstimate> egress,
        Optional<CapEstimate> ingress,
        Optional<CapEstimate> perFlow,
        Optional<TokenBucket> tokenBucket) {}
