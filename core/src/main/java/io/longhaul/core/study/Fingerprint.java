package io.longhaul.core.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What belongs beside every result about a cloud network (Uta et al., "Is Big Data Performance Reproducible in Modern Cloud
 * Networks?", NSDI 2020, finding 5.2). Immutable.
 *
 * @param link whose it is
 * @param taken when
 * @param how the bursts were made, so that a check makes them alike
 * @param baseRtt without load; empty when it could not be measured
 * @param loadedRtt beside the first burst; likewise
 * @param baseBandwidth median rate of the first burst while credit lasted; empty when it failed
 * @param spread standard deviation of one interval's rate around it, as a share of it; empty when too few
 * @param bucket empty when none was seen
 * @param censoredAt volume within which no bucket ran dry; empty when one did, or nothing was measured
 * @param mtu octets of an IP packet on the path, from the segment size and time stamps in every segment; empty when unknown
 * @param measurements every run; empty in one that was read back
 */
public record Fingerprint(
        Link link,
        Instant taken,
        How how,
        Optional<RttSummary> baseRtt,
        Optional<RttSummary> loadedRtt,
        Optional<Bandwidth> baseBandwidth,
        OptionalDouble spread,
        Optional<BucketFinding> bucket,
        Optional<DataSize> censoredAt,
        Optional<Integer> mtu,
        List<Measurement> measurements) {
    public Fingerprint {
        measurements = List.copyOf(measurements);
    }

    /** What the sender's kernel knows of the path; an iperf3 server does not tell. */
    public static Optional<Integer> mtu(ThroughputMeasurement run) {
        return run.actual().pathMtu().map(size -> (int) size.bytes());
    }

    /**
     * How the bursts were made. Immutable.
     *
     * @param streams connections
     * @param window socket buffers; empty left them to the kernel
     * @param congestion congestion control; empty left it to the kernel
     * @param reverse whether the agent sent
     * @param interval length of a sample
     */
    public record How(
            int streams, Optional<DataSize> window, Optional<String> congestion, boolean reverse, Duration interval) {}
}
