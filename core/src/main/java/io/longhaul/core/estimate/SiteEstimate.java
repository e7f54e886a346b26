package io.longhaul.core.estimate;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import java.util.Optional;

/**
 * What we believe of one VM at a site. Immutable.
 *
 * @param id the site
 * @param vmType the VM type measured; empty when unknown
 * @param egress cap on all that leaves the VM, towards other providers where its own has another; empty when the data show none
 *     and none is documented
 * @param ingress cap on all that reaches the VM; likewise
 * @param egressInside cap on what leaves the VM towards its own provider; empty when it is no other than {@code egress}
 * @param ingressInside cap on what reaches it from its own provider; likewise
 * @param perFlow cap on one stream; likewise
 * @param tokenBucket the bucket behind the egress cap; empty when none was seen
 * @param bucketEstimate the same bucket with its intervals and where the belief comes from; empty when not told
 */
public record SiteEstimate(
        SiteId id,
        Optional<String> vmType,
        Optional<CapEstimate> egress,
        Optional<CapEstimate> ingress,
        Optional<CapEstimate> egressInside,
        Optional<CapEstimate> ingressInside,
        Optional<CapEstimate> perFlow,
        Optional<TokenBucket> tokenBucket,
        Optional<TokenBucketEstimate> bucketEstimate) {
    /** Of a source that knows one cap a direction. */
    public SiteEstimate(
            SiteId id,
            Optional<String> vmType,
            Optional<CapEstimate> egress,
            Optional<CapEstimate> ingress,
            Optional<CapEstimate> perFlow,
            Optional<TokenBucket> tokenBucket,
            Optional<TokenBucketEstimate> bucketEstimate) {
        this(id, vmType, egress, ingress, Optional.empty(), Optional.empty(), perFlow, tokenBucket, bucketEstimate);
    }

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

    /** Cap on what leaves this VM towards another site. */
    public Optional<CapEstimate> egressTo(SiteId other) {
        return other.provider().equals(id.provider()) ? egressInside.or(() -> egress) : egress;
    }

    /** Cap on what reaches this VM from another site. */
    public Optional<CapEstimate> ingressFrom(SiteId other) {
        return other.provider().equals(id.provider()) ? ingressInside.or(() -> ingress) : ingress;
    }
}
