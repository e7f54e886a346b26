package io.longhaul.core.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a sweep of streams and windows says about a link. Immutable.
 *
 * @param cells every point with its limit
 * @param limit what binds with the most streams and the largest window
 * @param perFlowCap of one stream; empty when none was seen
 * @param vmCap of all streams together, of the VM or the path; empty when none was seen
 * @param rtt smallest; empty when unknown
 * @param fit of T(n, W) through all cells; empty when there are too few
 * @param recommended the cheapest point that reaches 95 % of the best rate; empty when every run failed
 * @param explanation sentences with numbers
 * @param measurements every run, also the failed ones, in the order they were made
 */
public record SweepResult(
        List<SweepCell> cells,
        BindingLimit limit,
        Optional<Bandwidth> perFlowCap,
        Optional<Bandwidth> vmCap,
        Optional<Duration> rtt,
        Optional<SweepFit> fit,
        Optional<CellRun> recommended,
        List<String> explanation,
        List<Measurement> measurements) {
    public SweepResult {
        cells = List.copyOf(cells);
        explanation = List.copyOf(explanation);
        measurements = List.copyOf(measurements);
    }
}
