package io.longhaul.core.study;

import io.longhaul.core.estimate.BindingLimit;

/**
 * A point of the grid with what limits it. Immutable.
 *
 * @param run what was measured
 * @param limit what binds there
 * @param certainty how likely that is, 0 to 1; of the likeliest where none is sure enough to be named
 * @param why the evidence, one sentence
 */
public record SweepCell(CellRun run, BindingLimit limit, double certainty, String why) {}
