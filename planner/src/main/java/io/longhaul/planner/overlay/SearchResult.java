package io.longhaul.planner.overlay;

import java.util.Optional;

/**
 * What a search ended with. Immutable.
 *
 * @param best the best plan found; empty when there is none
 * @param bound no plan has a lower objective; infinite when no plan exists
 * @param finished whether the search ended by itself rather than by the time limit
 * @param parts parts of the search that were relaxed
 */
record SearchResult(Optional<OverlaySolution> best, double bound, boolean finished, int parts) {}
