package io.longhaul.store.json;

import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.PlanReview;
import io.longhaul.core.compare.VerdictChange;
import java.util.List;

/**
 * All that {@code compare} answers. Immutable.
 *
 * @param comparison link by link
 * @param verdicts verdicts of the older snapshot that no longer hold
 * @param verdictsJudged links that have a verdict in both
 * @param plans the plans judged, held or not
 */
public record ComparisonAnswer(
        Comparison comparison, List<VerdictChange> verdicts, int verdictsJudged, List<PlanReview> plans) {
    public ComparisonAnswer {
        verdicts = List.copyOf(verdicts);
        plans = List.copyOf(plans);
    }
}
