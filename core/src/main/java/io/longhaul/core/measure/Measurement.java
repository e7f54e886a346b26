package io.longhaul.core.measure;

import io.longhaul.core.topology.Link;

/** One probe run with its samples and provenance. A failed run is a measurement too. Implementations are immutable. */
public sealed interface Measurement permits ThroughputMeasurement, LatencyMeasurement, FailedMeasurement {
    MeasurementHeader header();

    default Link link() {
        return header().link();
    }
}
