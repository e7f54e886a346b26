package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.stats.bucket.BucketEstimate;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.List;
import java.util.Optional;

/**
 * What belongs beside every result about a cloud network (Uta et al., "Is Big Data Performance Reproducible in Modern Cloud
 * Networks?", NSDI 2020, finding 5.2). Immutable.
 *
 * @param baseRtt without load; empty when it could not be measured
 * @param loadedRtt beside the first burst; likewise
 * @param baseBandwidth median rate of the first burst while credit lasted; empty when it failed
 * @param bucket in bit/s and seconds; empty when none was seen
 * @param censoredAt volume within which no bucket ran dry; empty when one did, or nothing was measured
 * @param mtu octets of an IP packet on the path, from the segment size and time stamps in every segment; empty when unknown
 * @param measurements every run
 */
public record Fingerprint(
        Optional<RttSummary> baseRtt,
        Optional<RttSummary> loadedRtt,
        Optional<Bandwidth> baseBandwidth,
        Optional<BucketEstimate> bucket,
        Optional<DataSize> censoredAt,
        Optional<Integer> mtu,
        List<Measurement> measurements) {
    public Fingerprint {
        measurements = List.copyOf(measurements);
    }
}
