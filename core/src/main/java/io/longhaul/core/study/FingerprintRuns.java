package io.longhaul.core.study;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import java.util.List;
import java.util.Optional;

/**
 * The runs of a fingerprint, not yet judged. Immutable.
 *
 * @param how the bursts were made
 * @param quiet latency at rest
 * @param beside latency beside the first burst; empty when it outlasted the burst, or was not measured
 * @param first burst at full speed; empty when it failed or was not made
 * @param afterRests bursts after rests in the order of time, also those that failed
 * @param all runs in the order they ended
 */
public record FingerprintRuns(
        Fingerprint.How how,
        Measurement quiet,
        Optional<RttSummary> beside,
        Optional<ThroughputMeasurement> first,
        List<Measurement> afterRests,
        List<Measurement> all) {
    public FingerprintRuns {
        afterRests = List.copyOf(afterRests);
        all = List.copyOf(all);
    }

    /** Latency at rest; empty when it could not be measured. */
    public Optional<RttSummary> atRest() {
        return quiet instanceof LatencyMeasurement latency ? latency.rtt() : Optional.empty();
    }
}
