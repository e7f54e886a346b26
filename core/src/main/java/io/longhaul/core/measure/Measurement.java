package io.longhaul.core.measure;

import io.longhaul.core.topology.Link;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** One probe run with its samples and provenance. A failed run is a measurement too. Implementations are immutable. */
public sealed interface Measurement permits ThroughputMeasurement, LatencyMeasurement, FailedMeasurement {
    MeasurementHeader header();

    /** What was asked. */
    Kind kind();

    default Link link() {
        return header().link();
    }

    /** The same figures under another header. */
    Measurement withHeader(MeasurementHeader other);

    /** What a probe can ask. */
    enum Kind {
        /** What streams or datagrams carry. */
        THROUGHPUT,
        /** How long a question and its answer take. */
        LATENCY;

        /** The name in files, as {@code throughput}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind of that name. */
        public static Optional<Kind> findId(String id) {
            return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
        }
    }
}
