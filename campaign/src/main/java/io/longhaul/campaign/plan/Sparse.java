package io.longhaul.campaign.plan;

/**
 * That only some links are loaded, and the others are predicted. Immutable.
 *
 * @param perAgent loads at most, for each agent of the campaign; failures and what is tried again count
 * @param certainty share of all verdicts that are expected to be right, at which it ends before
 * @param gain what a relay must carry over the direct link to be the verdict
 */
public record Sparse(int perAgent, double certainty, double gain) {}
