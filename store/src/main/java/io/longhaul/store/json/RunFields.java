package io.longhaul.store.json;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import java.util.List;

/** What every study says of its runs: how many there were, their ids in the log, and which failed. Stateless. */
final class RunFields {
    private RunFields() {}

    static void encode(FieldWriter out, List<Measurement> runs) {
        List<FailedMeasurement> failed = runs.stream()
                .filter(FailedMeasurement.class::isInstance)
                .map(FailedMeasurement.class::cast)
                .toList();
        out.integer("runs", runs.size())
                .texts("ids", runs.stream().map(run -> run.header().id()).toList())
                .objects(
                        "failed",
                        failed,
                        (fields, failure) -> fields.text("id", failure.header().id())
                                .text("kind", failure.kind().id())
                                .text("reason", failure.reason())
                                .text("message", failure.message()));
    }
}
