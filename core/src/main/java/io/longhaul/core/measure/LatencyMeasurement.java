package io.longhaul.core.measure;

import java.util.Optional;

/**
 * Round-trip times of one run. Immutable.
 *
 * @param header who, where, when
 * @param method how it was measured
 * @param sent probes sent
 * @param lost probes that were never answered
 * @param rtt summary of the answered ones; empty when all were lost
 */
public record LatencyMeasurement(
        MeasurementHeader header, LatencyMethod method, long sent, long lost, Optional<RttSummary> rtt)
        implements Measurement {}
