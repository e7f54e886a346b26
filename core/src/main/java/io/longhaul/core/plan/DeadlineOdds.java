package io.longhaul.core.plan;

/**
 * The probability that a deadline is met, itself an estimate. Immutable.
 *
 * @param probability best estimate
 * @param low lower end of its interval
 * @param high upper end of its interval
 * @param level confidence of the interval, as 0.95
 */
public record DeadlineOdds(double probability, double low, double high, double level) {}
