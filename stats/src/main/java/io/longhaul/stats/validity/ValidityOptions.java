package io.longhaul.stats.validity;

import io.longhaul.stats.series.ChangeOptions;

/**
 * How strict a {@link ValidityCheck} is. Immutable.
 *
 * @param dependenceAlpha error level of the independence tests together (Holm)
 * @param driftAlpha error level of each test of stationarity; small, for a refusal costs a measurement
 * @param materialDrift the smallest drift from first to last sample that refuses, as a share of the median: with very many
 *     samples every trifle is significant
 * @param changes what counts as a change of level
 */
public record ValidityOptions(double dependenceAlpha, double driftAlpha, double materialDrift, ChangeOptions changes) {
    /** Independence at 5 %, drift at 1 % and from 5 % of the median, level changes from 10 %. */
    public static final ValidityOptions DEFAULT = new ValidityOptions(0.05, 0.01, 0.05, ChangeOptions.DEFAULT);
}
