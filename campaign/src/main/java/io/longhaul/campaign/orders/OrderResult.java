package io.longhaul.campaign.orders;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came of an order. Immutable.
 *
 * @param first run, which has the order's id; also when it failed
 * @param more runs of a study, with ids of their own
 * @param study what the study says, a JSON document of its own format; empty for single probes, and when nothing can be said
 */
public record OrderResult(Measurement first, List<Measurement> more, Optional<String> study) {
    public OrderResult {
        more = List.copyOf(more);
    }

    /** Of a single probe. */
    public static OrderResult of(Measurement only) {
        return new OrderResult(only, List.of(), Optional.empty());
    }

    /** All runs. */
    public List<Measurement> runs() {
        return Stream.concat(Stream.of(first), more.stream()).toList();
    }

    /** Whether one of the runs carried something. */
    public boolean hasLoad() {
        return runs().stream().anyMatch(ThroughputMeasurement.class::isInstance);
    }
}
