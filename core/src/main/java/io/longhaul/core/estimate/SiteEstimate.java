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
 * @param bucketEstimate the same bucket with its intervals and where the belief comes from; empty when not told
 */
public record SiteEstimate(
        SiteId id,
        Optional<String> vmType,
        Optional<CapEstimate> egress,
        Optional<CapEstimate> ingress,
        Optional<CapEstimate> perFlow,
        Optional<TokenBucket> tokenBucket,
        Optional<TokenBucketEstimate> bucketEstimate) {
    /** Of a source that tells only the parameters of the bucket. */
    public SiteEstimate(
            SiteId id,
            Optional<String> vmType,
            Optional<CapEstimate> egress,
            Optional<CapEstimate> ingress,
            Optional<CapEstimate> perFlow,
            Optional<TokenBucket> tokenBucket) {
        this(id, vmType, egress, ingress, perFlow, tokenBucket, Optional.empty());
    }
}
